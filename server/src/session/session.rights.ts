import type { Rights } from '../platform/route.ts'

/** Signing in asks for no right, and closing one's own session for none but to have one. */
export const sessionRights: Rights<'public' | 'session', null> = {
  public: () => true,
  session: () => true,
}
