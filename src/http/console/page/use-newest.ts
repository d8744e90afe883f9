import { useRef } from "preact/hooks";

/**
 * Of requests that run at once, only the newest counts: the function that is
 * returned begins one, and returns whether it is still the newest.
 */
export function useNewest(): () => () => boolean {
  const newest = useRef(0);
  return () => {
    const own = (newest.current += 1);
    return () => own === newest.current;
  };
}
