/** Why a password is guessed first. */
export type WeakPassword = 'too_short' | 'too_common' | 'like_you';
