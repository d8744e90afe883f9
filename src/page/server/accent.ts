/**
 * CSS that overrides the colors of `base.css`. The color is darkened on light
 * backgrounds, and lightened on dark ones, as far as any color must be for a
 * contrast of 4.5 there (WCAG 2.2 AA); one that is readable stays as it is.
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
