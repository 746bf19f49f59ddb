/** A globe with its grid. */
export function Logo({size = 26}: {size?: number}) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 48 48"
      fill="none"
      stroke="var(--mantine-color-anchor)"
      strokeWidth="3"
      aria-hidden
    >
      <circle cx="24" cy="24" r="20" />
      <path d="M4 24h40M24 4c7 6 10 12.5 10 20s-3 14-10 20c-7-6-10-12.5-10-20S17 10 24 4M8 13h32M8 35h32" />
    </svg>
  );
}
