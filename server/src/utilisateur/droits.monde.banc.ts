import { compteApi } from '@releve/contract/compte/compte.api.ts'
import { inscriptionApi } from '@releve/contract/inscription/inscription.api.ts'
import { sessionApi } from '@releve/contract/session/session.api.ts'
import type { FicheStructure } from '@releve/contract/structure/structure.schema.ts'
import type { Role } from '@releve/contract/utilisateur/droits.ts'
import { utilisateurApi } from '@releve/contract/utilisateur/utilisateur.api.ts'
import { appelsDe, type Banc, ouvrirBanc, type Personne } from '../../test/banc.ts'
import { type Acte, agir, commencer, reussi } from '../../test/formulaires.ts'
import { codeDe } from '../compte/compte.banc.ts'
import { deposer, LOGO } from '../document/document.banc.ts'
import { DUREE_INVITATION, updateJeton } from '../inscription/inscription.sql.ts'
import { hacherMotDePasse } from '../platform/mot-de-passe.ts'
import { MOT_DE_PASSE } from '../session/session.banc.ts'
import { insertSession } from '../session/session.sql.ts'
import { ficheLue, lire } from '../structure/structure.banc.ts'
import { insertCourriel } from '../tache/tache.sql.ts'
import { insertUtilisateur } from './utilisateur.sql.ts'

/** A person of the table: his calls go by HTTP, with the token that he holds. */
export type Qui = Pick<Personne, 'appeler'> & {
  /** One of his sessions, that he may close; he calls by another one. */
  session: number
}

/** Central users of conception §1, structures, and those whom no right serves. */
export type Appelant =
  | 'sansJeton'
  | 'jetonMort'
  | 'bloque'
  | 'aChanger'
  | 'structure'
  | 'regionale'
  | 'admin'
  | 'dpps'

type EtatMonde = 'BROUILLON' | 'SOUMIS' | 'VALIDE' | 'APPROUVE' | 'DIFFUSE'
type Formulaire = { id: number; numero: string; version: number }
type Compte = { id: number; identifiant: string; version: number }

/** What a call may be about, on one side of a perimeter. */
export type Chose = {
  /** Code. */
  structure: string
  /** A structure that does not exist, and where it would stand. */
  nouvelle: { code: string; region: string; parent: string }
  fiche: FicheStructure & { version: number }
  formulaires: Record<EtatMonde, Formulaire>
  piece: { id: number; name: string }
  logo: string
  compte: Compte
  /** An account of the central directorate. */
  central: Compte
  /** Accounts with a second factor: of a structure, of the central directorate. */
  equipe: number
  equipeCentral: number
  invitation: { id: number; jeton: string }
  courriel: number
  /** Somebody else's session; null: the caller's own. */
  session: number | null
}

export type Monde = Banc & {
  qui: Record<Appelant, Qui>
  /** Of CAU-R01-01, of CPOLY-R02-01, and of nowhere. */
  sien: Chose
  autre: Chose
  inconnu: Chose
  refreshToken: string
  /** Recovery code of the account `equipe`, and its name. */
  equipe: { identifiant: string; recuperation: string }
}

const VIES = [
  ['SOUMIS', 'RMA', 'MARCH', 1],
  ['VALIDE', 'EPM', 'MARCH', 2],
  ['APPROUVE', 'RMA', 'FEBRUARY', 3],
  ['DIFFUSE', 'EPM', 'FEBRUARY', 4],
  ['BROUILLON', 'RMA', 'JANUARY', 0],
] as const

/** A form in each state; from the latest month, so that none is measured by the month before. */
async function construireFormulaires(
  banc: Banc,
  personne: Personne,
): Promise<Chose['formulaires']> {
  const actes: [Acte, Personne][] = [
    ['soumettre', personne],
    ['valider', banc.asAutreDpps],
    ['approuver', banc.asDpps],
    ['diffuser', banc.asAutreDpps],
  ]
  const formulaires: [string, Formulaire][] = []
  for (const [etat, modele, mois, nombre] of VIES) {
    let formulaire = await commencer(personne, { modele, mois })
    for (const [acte, par] of actes.slice(0, nombre)) {
      formulaire = await reussi(agir(par, acte, formulaire))
    }
    const { id, numero, version } = formulaire
    if (formulaire.etat !== etat) throw new Error(`${numero} : ${formulaire.etat}, attendu ${etat}`)
    formulaires.push([etat, { id, numero, version }])
  }
  // One per state, as VIES lists them.
  return Object.fromEntries(formulaires) as Chose['formulaires']
}

/** An account whose password is `MOT_DE_PASSE`, signed in. */
async function inscrire(
  { base, app, horloge, structures }: Banc,
  identifiant: string,
  role: Role,
  { forceChangePassword = false, structure = '' } = {},
) {
  const id = await insertUtilisateur(base.db, {
    identifiant,
    nom: 'Ndiaye',
    nomAffichable: identifiant,
    roles: [role],
    structureId: structures.get(structure) ?? null,
    motDePasse: await hacherMotDePasse(MOT_DE_PASSE),
    forceChangePassword,
  })
  const { token, refreshToken } = await insertSession(base.db, id, horloge.maintenant)
  return { id, identifiant, version: 1, refreshToken, ...appelsDe(app, token) }
}

/** An account with a second factor. */
async function equiper(banc: Banc, identifiant: string, role: Role, structure?: string) {
  const compte = await inscrire(banc, identifiant, role, { structure })
  const password = MOT_DE_PASSE
  const prepare = await reussi(
    compte.appeler(compteApi.preparerSecondFacteur, { body: { password } }),
  )
  const body = { password, code: codeDe(prepare.secret, banc.horloge.maintenant) }
  const codes = await reussi(compte.appeler(compteApi.activerSecondFacteur, { body }))
  return { ...compte, recuperation: codes.codesRecuperation[0] ?? '' }
}

async function inviter(banc: Banc, nouvelle: Chose['nouvelle']): Promise<Chose['invitation']> {
  const code = `${nouvelle.code}-I`
  const body = { ...nouvelle, code, libelle: code, typeStructure: 'CAU', email: 'a@example.org' }
  const { id } = await reussi(banc.asDpps.appeler(inscriptionApi.inviterStructure, { body }))
  // The token that its mail would bear.
  const expireLe = new Date(banc.horloge.maintenant.getTime() + DUREE_INVITATION)
  const prete = await updateJeton(banc.base.db, { id, envois: 1 }, expireLe)
  return { id, jeton: prete?.jeton ?? '' }
}

async function ecrire({ base: { db }, horloge }: Banc, cle: string): Promise<number> {
  const courriel = { a: { nom: 'Zoé', email: 'z@example.org' }, objet: 'x', texte: 'x' }
  await insertCourriel(db, cle, courriel, horloge.maintenant)
  // Put off once, it may be tried again at once.
  const remise = { derniereErreur: 'x', dueLe: '2040-01-01T00:00:00Z' }
  await db.updateTable('tache').set(remise).where('cle', '=', cle).execute()
  const tache = db.selectFrom('tache').select('id').where('cle', '=', cle)
  return (await tache.executeTakeFirstOrThrow()).id
}

/** All that a call may be about, in the structure of this person. */
async function construire(
  banc: Banc,
  personne: Personne,
  { structure, nouvelle }: Pick<Chose, 'structure' | 'nouvelle'>,
): Promise<Chose> {
  const formulaires = await construireFormulaires(banc, personne)
  const { numero } = formulaires.BROUILLON
  const logo = await deposer(personne, LOGO)
  const equipe = await equiper(banc, `equipe-${structure}`, 'ROLE_STRUCTURE', structure)
  const equipeCentral = await equiper(banc, `equipe-dpps-${structure}`, 'ROLE_DPPS')
  return {
    structure,
    nouvelle,
    formulaires,
    fiche: {
      ...(await ficheLue(banc, structure)),
      version: (await lire(banc, structure)).version,
    },
    piece: await deposer(personne, { numero }),
    logo: logo.name,
    compte: await inscrire(banc, `compte-${structure}`, 'ROLE_STRUCTURE', { structure }),
    central: await inscrire(banc, `central-${structure}`, 'ROLE_DPPS'),
    equipe: equipe.id,
    equipeCentral: equipeCentral.id,
    invitation: await inviter(banc, nouvelle),
    courriel: await ecrire(banc, `essai:${structure}`),
    session: null,
  }
}

const AUTRE = 'CPOLY-R02-01'
const PERDU = 2_000_000_000
const FORMULAIRE_PERDU = { id: PERDU, numero: 'RMA-INCONNUE-202501', version: 1 }
const COMPTE_PERDU = { id: PERDU, identifiant: 'inconnu', version: 1 }

/** The same, of nowhere: what names nothing must look like what is another's. */
const inconnuDe = (autre: Chose): Chose => ({
  ...autre,
  structure: 'INCONNUE',
  fiche: { ...autre.fiche, code: 'INCONNUE' },
  formulaires: {
    BROUILLON: FORMULAIRE_PERDU,
    SOUMIS: FORMULAIRE_PERDU,
    VALIDE: FORMULAIRE_PERDU,
    APPROUVE: FORMULAIRE_PERDU,
    DIFFUSE: FORMULAIRE_PERDU,
  },
  piece: { id: PERDU, name: 'inconnu.pdf' },
  compte: COMPTE_PERDU,
  central: COMPTE_PERDU,
  equipe: PERDU,
  equipeCentral: PERDU,
  invitation: { id: PERDU, jeton: 'inconnu' },
  courriel: PERDU,
  session: PERDU,
})

/** Gives a person of the bench a password and a second session. */
async function completer({ base: { db }, horloge }: Banc, personne: Personne): Promise<Qui> {
  const motDePasse = await hacherMotDePasse(MOT_DE_PASSE)
  await db.updateTable('utilisateur').set({ motDePasse }).where('id', '=', personne.id).execute()
  await insertSession(db, personne.id, horloge.maintenant)
  const { id } = await db
    .selectFrom('session')
    .select('id')
    .where('utilisateurId', '=', personne.id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return { appeler: personne.appeler, session: id }
}

/** Those whom no right serves: each of them held every right of the DPPS, signed in. */
async function ecarter(
  banc: Banc,
): Promise<Pick<Monde['qui'], 'jetonMort' | 'bloque' | 'aChanger'>> {
  const mort = await inscrire(banc, 'parti', 'ROLE_DPPS')
  const bloque = await inscrire(banc, 'bloque', 'ROLE_DPPS')
  const aChanger = await inscrire(banc, 'a-changer', 'ROLE_DPPS', { forceChangePassword: true })
  for (const vivant of [mort, bloque]) await reussi(vivant.appeler(utilisateurApi.listUtilisateurs))
  await mort.appeler(sessionApi.deconnecter)
  const params = { id: bloque.id }
  await reussi(banc.asDpps.appeler(utilisateurApi.bloquerUtilisateur, { params }))
  const session = PERDU
  return {
    jetonMort: { ...mort, session },
    bloque: { ...bloque, session },
    aChanger: { ...aChanger, session },
  }
}

/** The bench, with a thing of each kind on each side, and everyone who may call. */
export async function ouvrirMonde(): Promise<Monde> {
  const banc = await ouvrirBanc()
  // Both sides fill the same example in: it gives the capacity of CAU-R01-01.
  const { db } = banc.base
  await db.updateTable('structure').set({ capacite: 60 }).where('code', '=', AUTRE).execute()
  const sien = await construire(banc, banc.asStructure, {
    structure: 'CAU-R01-01',
    nouvelle: { code: 'CAU-R01-09', region: 'R01', parent: 'DR-R01' },
  })
  const autre = await construire(banc, banc.asAutreStructure, {
    structure: AUTRE,
    nouvelle: { code: 'CAU-R02-09', region: 'R02', parent: 'DR-R02' },
  })
  const { session } = await completer(banc, banc.asCollegue)
  const { refreshToken } = await inscrire(banc, 'renouvele', 'ROLE_STRUCTURE')
  return {
    ...banc,
    qui: {
      sansJeton: { ...banc.anonyme, session },
      ...(await ecarter(banc)),
      structure: await completer(banc, banc.asStructure),
      regionale: await completer(banc, banc.asDirectionRegionale),
      admin: await completer(banc, banc.asAdmin),
      dpps: await completer(banc, banc.asDpps),
    },
    sien,
    autre: { ...autre, session },
    inconnu: inconnuDe(autre),
    refreshToken,
    equipe: await equiper(banc, 'equipe', 'ROLE_STRUCTURE', 'CAU-R01-01'),
  }
}
