/** Why a password is easily guessed. */
export type WeakPassword = 'too_short' | 'too_common' | 'like_you';
