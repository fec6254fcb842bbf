import { calendrierApi } from '@releve/contract/calendrier/calendrier.api.ts'
import { CHAMPS_REOUVERTURE } from '@releve/contract/calendrier/calendrier.champs.ts'
import type { Champ } from '@releve/contract/champ.ts'
import { CHAMPS_VALEUR } from '@releve/contract/codification/codification.champs.ts'
import { zFicheValeur } from '@releve/contract/codification/codification.schema.ts'
import { contactApi } from '@releve/contract/contact/contact.api.ts'
import { CHAMPS_CONTACT } from '@releve/contract/contact/contact.champs.ts'
import { documentApi } from '@releve/contract/document/document.api.ts'
import { CHAMPS_OUVRAGE } from '@releve/contract/document/document.champs.ts'
import { inscriptionApi } from '@releve/contract/inscription/inscription.api.ts'
import {
  CHAMPS_INSCRIPTION,
  CHAMPS_INVITATION,
} from '@releve/contract/inscription/inscription.champs.ts'
import { jetonApi } from '@releve/contract/jeton/jeton.api.ts'
import { CHAMPS_JETON } from '@releve/contract/jeton/jeton.champs.ts'
import { structureApi } from '@releve/contract/structure/structure.api.ts'
import {
  CHAMPS_CORRECTION,
  CHAMPS_DATES,
  CHAMPS_STRUCTURE,
} from '@releve/contract/structure/structure.champs.ts'
import { utilisateurApi } from '@releve/contract/utilisateur/utilisateur.api.ts'
import { CHAMPS_UTILISATEUR } from '@releve/contract/utilisateur/utilisateur.champs.ts'
import { webhookApi } from '@releve/contract/webhook/webhook.api.ts'
import { CHAMPS_WEBHOOK } from '@releve/contract/webhook/webhook.champs.ts'
import { describe, expect, it } from 'vitest'
import * as ouvrage from './document/OuvrageForm.tsx'
import * as invitation from './inscription/InvitationForm.tsx'
import * as jeton from './jeton/JetonForm.tsx'
import * as reouverture from './parametre/Reouvertures.tsx'
import * as reponse from './session/InscriptionPage.tsx'
import * as correction from './structure/CorrectionForm.tsx'
import * as structure from './structure/StructureForm.tsx'
import { structureLueDe } from './structure/structure.banc.ts'
import { enCorps } from './ui/conversion.ts'
import { fautesDe } from './ui/saisie.ts'
import * as utilisateur from './utilisateur/UtilisateurForm.tsx'
import * as webhook from './webhook/WebhookForm.tsx'

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
  ...utilisateur.saisieDe(null),
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
const OUVRAGE = { ...ouvrage.VIDE, typeDocument: 'GUIDE', titre: 'Guide', fichier: 'guide.pdf' }
const REOUVERTURE = {
  structures: ['CAU-R01-01'],
  reste: '',
  periode: '2025-03',
  jusqua: '2025-06-30',
  motif: 'Le registre était égaré.',
}
const CODE = {
  code: 'TRANSF_E',
  libelle: 'Transfert',
  ordre: '3',
  parent: '',
  valableDu: '03/2025',
  valableAu: '',
  actif: true,
}
const JETON: jeton.SaisieJeton = {
  ...jeton.VIDE,
  nom: 'Entrepôt',
  usages: ['SAISIR'],
  jusquau: '2025-06-30',
  password: 'Platane-Retrouve-27',
}
const MESSAGE = {
  nom: 'Awa',
  email: 'awa@exemple.org',
  objet: 'Bonjour',
  message: 'Un message assez long.',
}
const { code, libelle, typeStructure, region } = INVITATION
const FICHE: structure.SaisieStructure = {
  ...structure.VIDE,
  code,
  libelle,
  typeStructure,
  region,
  dateOuverture: '2020-01-01',
}
const CORRECTION = {
  ...correction.saisieDe(structureLueDe(), 24_322, 24_322),
  motif: 'La date du déménagement était fausse.',
}
const { creerUtilisateur } = utilisateurApi
const { creerStructure } = structureApi
const { inviterStructure, repondreInvitation } = inscriptionApi

/** Names of the fields that one types; what is chosen in a list has no other value. */
const TEXTES = Object.entries(CHAMPS_STRUCTURE).flatMap(([nom, champ]: [string, Champ]) =>
  champ.sorte === 'choix' || !(nom in structure.VIDE) ? [] : [nom],
)
const CAS = [
  {
    nom: 'un compte',
    fiche: COMPTE,
    champs: ['prenoms', 'nom', 'fonction', 'telephone', 'email', 'identifiant'],
    remplir: poser,
    fautes: (f) => fautesDe(CHAMPS_UTILISATEUR, f, utilisateur.fautesPropres(null)(f)),
    corps: utilisateur.corpsDe,
    schema: creerUtilisateur.body,
  } satisfies Cas<typeof COMPTE>,
  {
    nom: 'une réouverture',
    fiche: REOUVERTURE,
    champs: ['jusqua', 'motif'],
    remplir: poser,
    fautes: (f) => fautesDe(CHAMPS_REOUVERTURE, f, reouverture.fautesPropres(f)),
    corps: reouverture.corpsDe,
    schema: calendrierApi.rouvrirMois.body,
  } satisfies Cas<typeof REOUVERTURE>,
  {
    nom: 'un code d’une liste',
    fiche: CODE,
    champs: ['code', 'libelle', 'ordre', 'valableDu'],
    remplir: poser,
    fautes: (f) => fautesDe(CHAMPS_VALEUR, f),
    corps: (f) => enCorps(CHAMPS_VALEUR, f),
    schema: zFicheValeur,
  } satisfies Cas<typeof CODE>,
  {
    nom: 'une structure',
    fiche: FICHE,
    champs: TEXTES,
    remplir: (f, champ, valeur) => {
      // A point has both coordinates, or neither.
      const autre = { latitude: 'longitude', longitude: 'latitude' }[champ]
      const point = autre !== undefined && valeur.trim() !== '' ? { [autre]: '1' } : {}
      return { ...f, ...point, [champ]: valeur }
    },
    fautes: (f) => fautesDe(CHAMPS_STRUCTURE, f, structure.fautesPropres(f)),
    corps: structure.corpsDe,
    schema: creerStructure.body,
  } satisfies Cas<typeof FICHE>,
  {
    nom: 'les postes d’une structure',
    fiche: FICHE,
    champs: ['postesReference.A'],
    remplir: poser,
    fautes: (f) => fautesDe(CHAMPS_STRUCTURE, f, structure.fautesPropres(f)),
    corps: structure.corpsDe,
    schema: creerStructure.body,
  } satisfies Cas<typeof FICHE>,
  ...CHAMPS_DATES.map(
    (champ) =>
      ({
        nom: `la correction d’une structure, ${CHAMPS_STRUCTURE[champ].libelle}`,
        fiche: { ...CORRECTION, champ },
        champs:
          champ === 'capacite' || champ === 'capaciteTheorique' ? [champ, 'motif'] : ['motif'],
        remplir: poser,
        fautes: (f) =>
          fautesDe({ ...CHAMPS_STRUCTURE, ...CHAMPS_CORRECTION }, f, correction.fautesPropres(f)),
        corps: (f) => ({ ...correction.corpsDe(f), code: 'CAU-R01-01', version: 4, apercu: true }),
        schema: structureApi.corrigerStructure.body,
      }) satisfies Cas<correction.SaisieCorrection>,
  ),
  {
    nom: 'une invitation',
    fiche: INVITATION,
    champs: ['code', 'email', 'libelle', 'responsable', 'capacite', 'dateOuverture'],
    remplir: poser,
    fautes: (f) => fautesDe(CHAMPS_INVITATION, f, invitation.fautesPropres([])(f)),
    corps: (f) => invitation.corpsDe(f),
    schema: inviterStructure.body,
  } satisfies Cas<typeof INVITATION>,
  {
    nom: 'la réponse à une invitation',
    fiche: REPONSE,
    champs: ['prenoms', 'nom', 'fonction', 'telephone', 'identifiant'],
    remplir: poser,
    fautes: (f) => fautesDe(CHAMPS_INSCRIPTION, f, reponse.fautesPropres('accueil@exemple.org')(f)),
    corps: reponse.corpsDe,
    schema: repondreInvitation.body,
  } satisfies Cas<typeof REPONSE>,
  {
    nom: 'un document de la bibliothèque',
    fiche: OUVRAGE,
    champs: ['titre', 'description', 'rang'],
    remplir: poser,
    fautes: (f) => fautesDe(CHAMPS_OUVRAGE, f),
    corps: (f) => ({ id: 1, version: 1, ...ouvrage.corpsDe(f) }),
    schema: documentApi.modifierOuvrage.body,
  } satisfies Cas<ouvrage.SaisieOuvrage>,
  {
    nom: 'un jeton de programme',
    fiche: JETON,
    champs: ['nom', 'jusquau', 'password'],
    remplir: poser,
    fautes: (f) => fautesDe(CHAMPS_JETON, f, jeton.fautesPropres(f)),
    corps: jeton.corpsDe,
    schema: jetonApi.creerJeton.body,
  } satisfies Cas<jeton.SaisieJeton>,
  {
    nom: 'un webhook',
    fiche: { ...webhook.VIDE, nom: 'Entrepôt', adresse: 'https://exemple.org/recevoir' },
    champs: ['nom', 'adresse'],
    remplir: poser,
    fautes: (f) => fautesDe(CHAMPS_WEBHOOK, f, webhook.fautesPropres(f)),
    corps: webhook.corpsDe,
    schema: webhookApi.creerWebhook.body,
  } satisfies Cas<webhook.SaisieWebhook>,
  {
    nom: 'un message de visiteur',
    fiche: MESSAGE,
    champs: ['nom', 'email', 'objet', 'message'],
    remplir: poser,
    fautes: (f) => fautesDe(CHAMPS_CONTACT, f),
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
const ILLISIBLES = new Set([
  'latitude',
  'longitude',
  'capacite',
  'capaciteTheorique',
  'postesReference.A',
])

describe('l’écran et le contrat disent de même ce qu’un champ accepte', () => {
  it.each(CAS.map((cas) => [cas.nom, cas] as const))('%s', (_, cas) => {
    const { fiche, fautes, corps, schema } = cas as Cas<unknown>
    expect(fautes(fiche)).toEqual({})
    expect(schema.safeParse(corps(fiche)).success).toBe(true)
    expect(desaccords(cas as Cas<unknown>)).toEqual([])
  })
})
