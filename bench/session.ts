import type { Browser, Page } from '@playwright/test'

/** Who is signed in: his token is one that the bench's base holds. */
export type Assis = {
  identifiant: string
  role: string
  jeton: string
  /** Code of his structure; absent, he is the directorate's. */
  structure?: string
}

/** A page of a signed-in browser with nothing in its cache. */
export async function asseoir(navigateur: Browser, assis: Assis): Promise<Page> {
  const { identifiant, role, jeton, structure } = assis
  const contexte = await navigateur.newContext({ viewport: { width: 1440, height: 900 } })
  const auth = {
    identifiant,
    roles: [role],
    nomAffichable: 'Agent',
    token: { value: jeton, expirationDate: '2099-01-01T00:00:00.000Z' },
    refreshToken: 'aucun',
    forceChangePassword: false,
    urlLogo: null,
    autreStructure: [],
    structure: structure ? { id: 1, code: structure, libelle: structure } : null,
  }
  await contexte.addInitScript(
    `localStorage.setItem('auth', ${JSON.stringify(JSON.stringify(auth))});
     localStorage.setItem('accessToken', ${JSON.stringify(jeton)});`,
  )
  return contexte.newPage()
}

/** The page of whoever enters the reports of this structure. */
export const asseoirStructure = (navigateur: Browser, structure: string): Promise<Page> =>
  asseoir(navigateur, {
    identifiant: structure.toLowerCase(),
    role: 'ROLE_STRUCTURE',
    jeton: `jeton-${structure}`,
    structure,
  })
