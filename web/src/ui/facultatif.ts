import { type ComponentType, lazy } from 'react'

const Rien = () => null

/**
 * A piece that its screen may do without: where its code cannot be read (no network), nothing
 * is drawn in its place until the page is opened again, instead of an error for the whole screen.
 * `repos`: milliseconds to leave to what one came for, from when it is first drawn.
 */
export const facultatif = <P>(lire: () => Promise<{ default: ComponentType<P> }>, repos = 0) =>
  lazy(() =>
    new Promise((suite) => setTimeout(suite, repos))
      .then(lire)
      .catch(() => ({ default: Rien as ComponentType<P> })),
  )
