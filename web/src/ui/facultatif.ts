import { type ComponentType, lazy } from 'react'

const Rien = () => null

/**
 * A piece that its screen may do without: where its code cannot be read (no network), nothing
 * is drawn in its place until the page is opened again, instead of an error for the whole screen.
 */
export const facultatif = <P>(lire: () => Promise<{ default: ComponentType<P> }>) =>
  lazy(() => lire().catch(() => ({ default: Rien as ComponentType<P> })))
