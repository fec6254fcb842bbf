import { contactApi } from '@releve/contract/contact/contact.api.ts'
import { inscriptionApi } from '@releve/contract/inscription/inscription.api.ts'
import { structureApi } from '@releve/contract/structure/structure.api.ts'
import { utilisateurApi } from '@releve/contract/utilisateur/utilisateur.api.ts'
import { describe, expect, it } from 'vitest'
import * as contact from './contact/contact.ts'
import * as invitation from './inscription/fiche.ts'
import * as reponse from './session/useInscriptionForm.ts'
import * as structure from './structure/fiche.ts'
import * as utilisateur from './utilisateur/fiche.ts'

// What a screen lets through, the contract takes; what it stops, the contract refuses too.

/** A text of so many characters, and then what people and machines write in a field. */
const VALEURS = [
  '',
  '   ',
  ' Awa\u00a0Diallo ',
  'awa',
  'ab',
  '-awa',
  'awa..diallo-',
  'CAU-R01-01',
  'cau-r01-01',
  'CAU--R01',
  'awa@exemple.org',
  'awa@exemple',
  'é@exemple.org',
  'awa @exemple.org',
  '“awa”@exemple.org',
  'a@b.c',
  '+221 33 800 00 00',
  'poste',
  '33 800 00 00 poste 12',
  '12',
  '0',
  '1\u202f000\u202f000',
  '1000001',
  '−3',
  '12,5',
  '91',
  '181',
  '1e3',
  '2025-03-31',
  '2025-02-29',
  '1850-01-01',
  '2101-01-01',
  'un texte\nde deux lignes',
  'a\u202eb\u0000c',
  ...[30, 31, 40, 41, 60, 61, 100, 101, 120, 121, 128, 129, 150, 151, 200, 201, 300, 301].map((n) =>
    'a'.repeat(n),
  ),
  'a'.repeat(5_001),
]

type Cas<F> = {
  nom: string
  /** Right in every field. */
  fiche: F
  /** The fields, and how one of them is filled in. */
  champs: readonly string[]
  remplir: (fiche: F, champ: string, valeur: string) => F
  fautes: (fiche: F) => Readonly<Record<string, unknown>>
  corps: (fiche: F) => unknown
  schema: { safeParse: (corps: unknown) => { success: boolean } }
}

const poser = <F extends object>(fiche: F, champ: string, valeur: string): F => ({
  ...fiche,
  [champ]: valeur,
})

const COMPTE = {
  ...utilisateur.VIDE,
  nom: 'Diallo',
  identifiant: 'awa.diallo',
  email: 'awa@exemple.org',
  roles: ['ROLE_ADMIN' as const],
}
const INVITATION = {
  ...invitation.VIDE,
  code: 'CAU-R01-09',
  email: 'awa@exemple.org',
  libelle: 'Centre',
  typeStructure: 'CAU',
  region: 'R01',
}
const REPONSE = {
  ...reponse.VIDE,
  prenoms: 'Awa',
  nom: 'Diallo',
  identifiant: 'awa.diallo',
  password: 'Platane-Retrouve-27',
  confirmation: 'Platane-Retrouve-27',
}
const MESSAGE = {
  nom: 'Awa',
  email: 'awa@exemple.org',
  objet: 'Bonjour',
  message: 'Un message assez long.',
}
const { code, libelle, typeStructure, region } = INVITATION
const FICHE = {
  ...structure.VIDE,
  textes: { ...structure.VIDES, code, libelle, typeStructure, region, dateOuverture: '2020-01-01' },
}
const { creerUtilisateur } = utilisateurApi
const { creerStructure } = structureApi
const { inviterStructure, repondreInvitation } = inscriptionApi

/** Names of the fields that one types; what is chosen in a list has no other value. */
const TEXTES = structure.NOMS_TEXTES.filter(
  (nom) => !['typeStructure', 'statutStructure', 'region', 'parent'].includes(nom),
)
const CAS = [
  {
    nom: 'un compte',
    fiche: COMPTE,
    champs: ['prenoms', 'nom', 'fonction', 'telephone', 'email', 'identifiant'],
    remplir: poser,
    fautes: (f) => utilisateur.fautesDe(f, null),
    corps: utilisateur.corpsDe,
    schema: creerUtilisateur.body,
  } satisfies Cas<typeof COMPTE>,
  {
    nom: 'une structure',
    fiche: FICHE,
    champs: TEXTES,
    remplir: (f, champ, valeur) => {
      // A point has both coordinates, or neither.
      const autre = { latitude: 'longitude', longitude: 'latitude' }[champ]
      const point = autre !== undefined && valeur.trim() !== '' ? { [autre]: '1' } : {}
      return { ...f, textes: { ...f.textes, ...point, [champ]: valeur } }
    },
    fautes: structure.fautesDe,
    corps: (f) => structure.corpsDe(f, 'ACTIVE'),
    schema: creerStructure.body,
  } satisfies Cas<typeof FICHE>,
  {
    nom: 'les postes d’une structure',
    fiche: FICHE,
    champs: ['A'],
    remplir: (f, champ, valeur) => ({ ...f, postesReference: { [champ]: valeur } }),
    fautes: structure.fautesDe,
    corps: (f) => structure.corpsDe(f, 'ACTIVE'),
    schema: creerStructure.body,
  } satisfies Cas<typeof FICHE>,
  {
    nom: 'une invitation',
    fiche: INVITATION,
    champs: ['code', 'email', 'libelle', 'responsable', 'capacite', 'dateOuverture'],
    remplir: poser,
    fautes: (f) => invitation.fautesDe(f, undefined),
    corps: (f) => invitation.corpsDe(f, undefined),
    schema: inviterStructure.body,
  } satisfies Cas<typeof INVITATION>,
  {
    nom: 'la réponse à une invitation',
    fiche: REPONSE,
    champs: ['prenoms', 'nom', 'fonction', 'telephone', 'identifiant'],
    remplir: poser,
    fautes: (f) => reponse.fautesDe(f, 'accueil@exemple.org'),
    corps: reponse.corpsDe,
    schema: repondreInvitation.body,
  } satisfies Cas<typeof REPONSE>,
  {
    nom: 'un message de visiteur',
    fiche: MESSAGE,
    champs: ['nom', 'email', 'objet', 'message'],
    remplir: poser,
    fautes: (f) =>
      Object.fromEntries(contact.fautesDe(f).map(({ champ, faute }) => [champ, faute])),
    corps: (f) => f,
    schema: contactApi.contacter.body,
  } satisfies Cas<typeof MESSAGE>,
]

/** Where the screen and the contract do not say the same of a value. */
function desaccords<F>({ fiche, champs, remplir, fautes, corps, schema }: Cas<F>): unknown[] {
  return champs.flatMap((champ) =>
    VALEURS.flatMap((valeur) => {
      const remplie = remplir(fiche, champ, valeur)
      const lecran = Object.keys(fautes(remplie)).length === 0
      // What cannot be read as a number is sent as none: the screen alone sees it.
      const contrat = schema.safeParse(corps(remplie)).success
      return lecran === contrat || (contrat && ILLISIBLES.has(champ)) ? [] : [{ champ, valeur }]
    }),
  )
}
const ILLISIBLES = new Set(['latitude', 'longitude', 'capacite', 'capaciteTheorique', 'A'])

describe('l’écran et le contrat disent de même ce qu’un champ accepte', () => {
  it.each(CAS.map((cas) => [cas.nom, cas] as const))('%s', (_, cas) => {
    const { fiche, fautes, corps, schema } = cas as Cas<unknown>
    expect(fautes(fiche)).toEqual({})
    expect(schema.safeParse(corps(fiche)).success).toBe(true)
    expect(desaccords(cas as Cas<unknown>)).toEqual([])
  })
})
