import { ROLES } from '@releve/contract/utilisateur/droits.ts'
import { expect, it } from 'vitest'
import { aDroit } from './app/session.ts'
import { ECRANS } from './routes.tsx'

/** Who sees which screen: D for the directorate, S for a structure, A for the administration. */
const ATTENDU: Record<string, string> = {
  '': 'DSA',
  app: 'DSA',
  saisies: 'DSA',
  'saisies/:numero': 'DSA',
  messaisies: 'DSA',
  saisiesstructures: 'DSA',
  utilisateurs: 'DA',
  'utilisateurs/:id': 'DA',
  structures: 'D',
  'structures/:code': 'D',
  journal: 'DA',
  courriels: 'D',
  parametres: 'D',
  compte: 'DSA',
  chgmdp: 'DSA',
}

it('chaque écran est à ses rôles, et à eux seuls', () => {
  const lettres = { ROLE_DPPS: 'D', ROLE_STRUCTURE: 'S', ROLE_ADMIN: 'A' }
  const vus = ECRANS.map(({ path, droit }) => {
    const siens = ROLES.filter((role) => aDroit([role], droit))
    return [path, siens.map((role) => lettres[role]).join('')]
  })
  expect(Object.fromEntries(vus)).toEqual(ATTENDU)
})

it('le menu mène à l’écran dont il porte le nom', () => {
  const menes = ECRANS.flatMap(({ path, menu }) => (menu ? [[menu.to, `/dashboard/${path}`]] : []))
  for (const [to, adresse] of menes) expect(to).toBe(adresse)
})
