import { randomUUID } from 'node:crypto'
import { annuaireApi } from '@releve/contract/annuaire/annuaire.api.ts'
import { calendrierApi } from '@releve/contract/calendrier/calendrier.api.ts'
import { compteApi } from '@releve/contract/compte/compte.api.ts'
import { documentApi } from '@releve/contract/document/document.api.ts'
import type { Ouvrage } from '@releve/contract/document/document.schema.ts'
import { formulaireApi } from '@releve/contract/formulaire/formulaire.api.ts'
import { inscriptionApi } from '@releve/contract/inscription/inscription.api.ts'
import type { UsageJeton } from '@releve/contract/jeton/jeton.rules.ts'
import { messagerieApi } from '@releve/contract/messagerie/messagerie.api.ts'
import { modeleApi } from '@releve/contract/modele/modele.api.ts'
import { sessionApi } from '@releve/contract/session/session.api.ts'
import type { FicheStructure } from '@releve/contract/structure/structure.schema.ts'
import type { Role } from '@releve/contract/utilisateur/droits.ts'
import { utilisateurApi } from '@releve/contract/utilisateur/utilisateur.api.ts'
import { webhookApi } from '@releve/contract/webhook/webhook.api.ts'
import { insertEdition } from '../../src/annuaire/annuaire.sql.ts'
import { figer } from '../../src/annuaire/fichier.banc.ts'
import { codeDe } from '../../src/compte/compte.banc.ts'
import { deposer, LOGO } from '../../src/document/document.banc.ts'
import { DUREE_INVITATION, updateJeton } from '../../src/inscription/inscription.sql.ts'
import { insertCorrespondance } from '../../src/modele/correspondance.sql.ts'
import { insertSimulation } from '../../src/modele/simulation.sql.ts'
import { updateReglage } from '../../src/parametre/parametre.sql.ts'
import { hacherMotDePasse } from '../../src/platform/mot-de-passe.ts'
import { insertIdentite } from '../../src/session/identite.sql.ts'
import { insertJeton } from '../../src/session/programme.sql.ts'
import { MOT_DE_PASSE } from '../../src/session/session.banc.ts'
import { insertSession } from '../../src/session/session.sql.ts'
import { ficheLue, lire } from '../../src/structure/structure.banc.ts'
import { insertCourriel } from '../../src/tache/tache.sql.ts'
import { insertUtilisateur } from '../../src/utilisateur/utilisateur.sql.ts'
import { type Appels, appelsDe, type Banc, ouvrirBanc, type Personne } from '../banc.ts'
import { type Acte, agir, commencer, reussi } from '../formulaires.ts'
import { changerDepuisToujours } from '../structures.ts'

/** A person of the table: his calls go by HTTP, with the token that he holds. */
export type Qui = Pick<Personne, 'appeler'> & {
  /** One of his sessions, that he may close; he calls by another one. */
  session: number
  /** One of his programs' tokens, that he may revoke. */
  jeton: number
}

/** Central users, structures, and those whom no right serves. */
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
  /** On the draft. */
  remarque: number
  piece: { id: number; name: string }
  /** A message sent on this side, its file, and a draft. */
  message: number
  jointe: number
  brouillon: string
  logo: string
  /** A document of the library: the same for all. */
  ouvrage: number
  /** Another, which is an edition of the annuaire: the same for all. */
  edition: Pick<Ouvrage, 'id' | 'name' | 'version'>
  compte: Compte
  /** An account of the central directorate. */
  central: Compte
  /** Accounts with a second factor: of a structure, of the central directorate. */
  equipe: number
  equipeCentral: number
  /** By which each of these two opens too. */
  identite: number
  invitation: { id: number; jeton: string }
  courriel: number
  /** A model as published, and a draft. */
  versionModele: number
  brouillonModele: { id: number; version: number }
  simulation: number
  /** A month open again, more time that waits for its answer, an address of calendar. */
  reouverture: number
  prolongation: number
  abonnement: string
  /** A webhook, one that is suspended, and what waits to be told to the first: the same for all. */
  webhook: number
  suspendu: number
  livraison: number
  /** Somebody else's session; null: the caller's own. */
  session: number | null
  /** Somebody else's program's token; null: the caller's own. */
  jeton: number | null
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
      // One is submitted by the DPPS, on behalf of its structure.
      const auNom = etat === 'APPROUVE' && acte === 'soumettre'
      formulaire = await reussi(agir(auNom ? banc.asDpps : par, acte, formulaire))
    }
    const { id, numero, version } = formulaire
    if (formulaire.etat !== etat) throw new Error(`${numero} : ${formulaire.etat}, attendu ${etat}`)
    formulaires.push([etat, { id, numero, version }])
  }
  // One per state, as VIES lists them.
  return Object.fromEntries(formulaires) as Chose['formulaires']
}

/** A remark on this form, which is then of another version. */
async function remarquer({ asAdmin }: Banc, formulaire: Formulaire): Promise<number> {
  const remarques = [{ cellule: null, texte: 'À revoir.', statut: 'OUVERTE' as const }]
  const body = { numero: formulaire.numero, remarques }
  const lu = await reussi(asAdmin.appeler(formulaireApi.remarquerFormulaire, { body }))
  formulaire.version = lu.version
  return lu.remarques[0]?.id ?? 0
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

/** Links these accounts to a provider, as their owners would; gives the first link. */
async function lier({ base, horloge }: Banc, ...comptes: number[]): Promise<number> {
  const ids: number[] = []
  for (const utilisateurId of comptes) {
    const lien = { emetteur: 'https://identite.example', sujet: String(utilisateurId), email: null }
    const neuf = { ...lien, utilisateurId, lieeLe: horloge.maintenant }
    ids.push((await insertIdentite(base.db, neuf)) ?? PERDU)
  }
  return ids[0] ?? PERDU
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

/** No draft has this key. */
const SANS_BROUILLON = '00000000-0000-4000-8000-000000000000'

/** A message that this person has sent, with a file, and what he has begun to write. */
async function correspondre(banc: Banc, personne: Personne) {
  const { id: jointe } = await deposer(personne, { typeDocument: 'MESSAGE' })
  const lettre = { objet: 'x', corps: 'x', documents: [jointe] }
  const body = { ...lettre, destinataires: [banc.asAutreDpps.id] }
  const { id: message } = await reussi(personne.appeler(messagerieApi.envoyerMessage, { body }))
  const cle = randomUUID()
  const params = { cle }
  await reussi(personne.appeler(messagerieApi.enregistrerBrouillon, { params, body: {} }))
  return { message, jointe, brouillon: cle }
}

/** As if the RMA came from DHIS2: past months may be brought to it. */
const CORRESPONDANCE = {
  cellule: 'BUD.DOT',
  dataElement: 'deDotation1',
  categoryOptionCombo: 'HllvX50cXC0',
  codeDataElement: '',
  codeCategoryOptionCombo: '',
  options: null,
  agregation: 'SUM',
}

/** A draft that may be published as it is, under a code of its own. */
async function modeliser({ asDpps, base, horloge }: Banc, structure: string) {
  const modeles = await reussi(asDpps.appeler(modeleApi.gererModeles))
  const versionModele = modeles.find(({ code }) => code === 'RMA')?.versions[0]?.id ?? 0
  const body = { de: 'COPIE', id: versionModele, code: `B_${structure.slice(0, 3)}` } as const
  const { id, version } = await reussi(asDpps.appeler(modeleApi.creerBrouillonModele, { body }))
  const lancee = { brouillonId: id, version, le: horloge.maintenant }
  const simulation = await insertSimulation(base.db, lancee)
  await insertCorrespondance(base.db, 'RMA', [CORRESPONDANCE])
  return { versionModele, brouillonModele: { id, version }, simulation }
}

/** A month opened again for a structure, more time that it asks for, and the address of an account of its. */
async function prolonger(banc: Banc, personne: Personne, structure: string) {
  const motif = 'Le registre a été perdu.'
  const septembre = { mois: 'SEPTEMBER', annee: 2024 } as const
  const body = { structures: [structure], ...septembre, jusqua: '2025-04-01', motif }
  const { rouvertes } = await reussi(banc.asDpps.appeler(calendrierApi.rouvrirMois, { body }))
  const demande = { structure, mois: 'NOVEMBER', annee: 2024, motif } as const
  await reussi(personne.appeler(calendrierApi.demanderProlongation, { body: demande }))
  const query = { q: structure }
  const liste = await reussi(banc.asDpps.appeler(calendrierApi.listProlongations, { query }))
  const abonne = await inscrire(banc, `abonne-${structure}`, 'ROLE_STRUCTURE', { structure })
  const { jeton } = await reussi(abonne.appeler(calendrierApi.creerAbonnement))
  return {
    reouverture: rouvertes[0]?.id ?? 0,
    prolongation: liste.elements[0]?.id ?? 0,
    abonnement: jeton,
  }
}

/** Two webhooks, one of them suspended, and what waits for the other. */
async function prevenir({ asDpps }: Banc, structure: string) {
  const types = ['annuaire.publie' as const]
  const creer = async (nom: string) => {
    const body = { nom: `${nom} ${structure}`, adresse: 'https://exemple.org/', types }
    return (await reussi(asDpps.appeler(webhookApi.creerWebhook, { body }))).id
  }
  const [webhook, suspendu] = [await creer('Entrepôt'), await creer('Tableur')]
  await asDpps.appeler(webhookApi.suspendreWebhook, { params: { id: suspendu } })
  await asDpps.appeler(webhookApi.essayerWebhook, { params: { id: webhook } })
  const { elements } = await reussi(
    asDpps.appeler(webhookApi.listLivraisons, { query: { webhook } }),
  )
  return { webhook, suspendu, livraison: elements[0]?.id ?? 0 }
}

/** The edition of a year, published once; as it stands among the documents. */
async function publier({ asDpps, base: { db } }: Banc): Promise<Chose['edition']> {
  const query = { categorie: 'ANNUAIRE' } as const
  const lue = async () =>
    (await reussi(asDpps.appeler(documentApi.listOuvrages, { query }))).elements
  if ((await lue()).length === 0) {
    await figer(db, 'ARRETE', { annee: 2018, edition: 1 })
    const body = { annee: 2018, titre: 'Annuaire 2018', avantPropos: '', etat: 'PUBLIE' } as const
    await reussi(asDpps.appeler(annuaireApi.enregistrerAnnuaire, { body }))
  }
  const [edition] = await lue()
  if (!edition) throw new Error('édition absente')
  const { id, name, version } = edition
  return { id, name, version }
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
    remarque: await remarquer(banc, formulaires.BROUILLON),
    piece: await deposer(personne, { numero }),
    logo: logo.name,
    ...(await correspondre(banc, personne)),
    ouvrage: (await deposer(banc.asDpps, { typeDocument: 'GUIDE' })).id,
    edition: await publier(banc),
    compte: await inscrire(banc, `compte-${structure}`, 'ROLE_STRUCTURE', { structure }),
    central: await inscrire(banc, `central-${structure}`, 'ROLE_DPPS'),
    equipe: equipe.id,
    equipeCentral: equipeCentral.id,
    identite: await lier(banc, equipe.id, equipeCentral.id),
    invitation: await inviter(banc, nouvelle),
    courriel: await ecrire(banc, `essai:${structure}`),
    ...(await modeliser(banc, structure)),
    ...(await prolonger(banc, personne, structure)),
    ...(await prevenir(banc, structure)),
    session: null,
    jeton: null,
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
  remarque: PERDU,
  piece: { id: PERDU, name: 'inconnu.pdf' },
  message: PERDU,
  jointe: PERDU,
  brouillon: SANS_BROUILLON,
  compte: COMPTE_PERDU,
  central: COMPTE_PERDU,
  equipe: PERDU,
  equipeCentral: PERDU,
  identite: PERDU,
  invitation: { id: PERDU, jeton: 'inconnu' },
  courriel: PERDU,
  versionModele: PERDU,
  brouillonModele: { id: PERDU, version: 1 },
  simulation: PERDU,
  reouverture: PERDU,
  prolongation: PERDU,
  webhook: PERDU,
  suspendu: PERDU,
  livraison: PERDU,
  session: PERDU,
  jeton: PERDU,
})

/** Draws a program's token for an account, of these usages, and calls by it. */
export async function programmer(
  { base: { db }, app, horloge }: Banc,
  { id: utilisateurId }: { id: number },
  usages: readonly UsageJeton[],
): Promise<Appels & { jeton: number }> {
  const creeLe = horloge.maintenant
  const expireLe = new Date(creeLe.getTime() + 30 * 86_400_000)
  const neuf = { nom: 'Entrepôt', structures: null, reseaux: [], creeLe, expireLe }
  const jeton = await insertJeton(db, { ...neuf, utilisateurId, usages: [...usages] })
  const lu = db.selectFrom('jetonProgramme').select('id').orderBy('id', 'desc').limit(1)
  return { ...appelsDe(app, jeton), jeton: (await lu.executeTakeFirstOrThrow()).id }
}

/** Gives a person of the bench a password, a second session and a program's token. */
async function completer(banc: Banc, personne: Personne): Promise<Qui> {
  const { db } = banc.base
  const { horloge } = banc
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
  const { jeton } = await programmer(banc, personne, ['LIRE_RAPPORTS'])
  return { appeler: personne.appeler, session: id, jeton }
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
  const perdus = { session: PERDU, jeton: PERDU }
  return {
    jetonMort: { ...mort, ...perdus },
    bloque: { ...bloque, ...perdus },
    aChanger: { ...aChanger, ...perdus },
  }
}

/** The bench, with a thing of each kind on each side, and everyone who may call. */
export async function ouvrirMonde(): Promise<Monde> {
  const banc = await ouvrirBanc()
  // Both sides fill the same example in: it gives the capacity of CAU-R01-01.
  const { db } = banc.base
  await changerDepuisToujours(db, { capacite: 60 }, [AUTRE])
  const sien = await construire(banc, banc.asStructure, {
    structure: 'CAU-R01-01',
    nouvelle: { code: 'CAU-R01-09', region: 'R01', parent: 'DR-R01' },
  })
  const autre = await construire(banc, banc.asAutreStructure, {
    structure: AUTRE,
    nouvelle: { code: 'CAU-R02-09', region: 'R02', parent: 'DR-R02' },
  })
  // The reminders of the calendar are still to be opened.
  await updateReglage(db, 'relancesOuvertes', false, banc.horloge.maintenant)
  const edition = { annee: 2025, edition: 1, titre: 'Annuaire 2025', avantPropos: '' }
  const sansSuite = { introductions: {}, chapitresOmis: [], nature: null, correction: null }
  await insertEdition(db, { ...edition, ...sansSuite })
  const { session, jeton } = await completer(banc, banc.asCollegue)
  const { refreshToken } = await inscrire(banc, 'renouvele', 'ROLE_STRUCTURE')
  return {
    ...banc,
    qui: {
      sansJeton: { ...banc.anonyme, session, jeton },
      ...(await ecarter(banc)),
      structure: await completer(banc, banc.asStructure),
      regionale: await completer(banc, banc.asDirectionRegionale),
      admin: await completer(banc, banc.asAdmin),
      dpps: await completer(banc, banc.asDpps),
    },
    sien,
    autre: { ...autre, session, jeton },
    inconnu: inconnuDe(autre),
    refreshToken,
    equipe: await equiper(banc, 'equipe', 'ROLE_STRUCTURE', 'CAU-R01-01'),
  }
}
