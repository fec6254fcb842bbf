import type { Session } from '@releve/contract/session/session.schema.ts'

/** What the web keeps of a session in `localStorage` (docs/conception.md, 6). */
export function stockageDe({ token, dateExpirationJeton, ...reste }: Session) {
  const auth = { ...reste, token: { value: token, expirationDate: dateExpirationJeton } }
  return [
    { name: 'auth', value: JSON.stringify(auth) },
    { name: 'accessToken', value: token },
  ]
}
