/** The product logo. */
export function Mark() {
  return (
    <svg className="mark" viewBox="0 0 20 20" aria-hidden="true">
      <path
        d="M5 17V3.5h10.5M5 10.2h5.2"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="14.4" cy="10.2" r="1.9" fill="currentColor" />
    </svg>
  );
}
