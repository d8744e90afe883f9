/**
 * CSS that overrides the colors of `base.css`. On light backgrounds the color
 * gets at most, on dark ones at least the lightness at which each hue has a
 * contrast of 4.5 there (WCAG 2.2 AA). So some that had one are changed, too.
 */
export function accentStyle(color: string): string {
  return `:root {
  --accent: light-dark(
    oklch(from ${color} min(l, 0.48) calc(c * min(1, 0.48 / l)) h),
    oklch(from ${color} max(l, 0.72) calc(c * min(1, 0.28 / (1 - l))) h)
  );
  --on-accent: light-dark(#ffffff, #000000);
  --tint: color-mix(in oklab, ${color} 16%, light-dark(#ffffff, #101314));
}
`;
}
