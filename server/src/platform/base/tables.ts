import type { EtatProlongation } from '@releve/contract/calendrier/calendrier.schema.ts'
import type { Etat, LigneHistorique } from '@releve/contract/formulaire/formulaire.schema.ts'
import type { UsageJeton } from '@releve/contract/jeton/jeton.rules.ts'
import type { CodesTenus } from '@releve/contract/modele/codes.ts'
import type { Controle, Donnees, Modele } from '@releve/contract/modele/modele.schema.ts'
import type { Duree } from '@releve/contract/modele/rythme.ts'
import type { ModeleSource } from '@releve/contract/modele/source.schema.ts'
import type { EtatInterruption } from '@releve/contract/structure/structure.schema.ts'
import type { EtatTravail } from '@releve/contract/travail.ts'
import type { Role } from '@releve/contract/utilisateur/droits.ts'
import type { TypeWebhook } from '@releve/contract/webhook/webhook.champs.ts'
import type { MotifSuspension } from '@releve/contract/webhook/webhook.schema.ts'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'

/** Set by the base, never by a statement. */
type SetByBase<T> = ColumnType<T, never, never>
type Textes = Record<string, string>
type Json<T extends object> = JSONColumnType<T, string, string>
type JsonDefaut<T extends object> = ColumnType<T, string | undefined, string>
/** `timestamptz`, read as ISO 8601 UTC. */
type Instant = ColumnType<string, string | Date | undefined, string | Date>
type InstantNul = ColumnType<string | null, string | Date | null | undefined, string | Date | null>
type JsonNul<T extends object> = ColumnType<T | null, string | null | undefined, string | null>
type Nul<T> = ColumnType<T | null, T | null | undefined, T | null>
interface TableStructure {
  id: SetByBase<number>
  code: string
  libelle: string
  libelleTri: SetByBase<string>
  statutStructure: Generated<string>
  responsable: Nul<string>
  telephone: Nul<string>
  email: Nul<string>
  adresse: Nul<string>
  latitude: Nul<number>
  longitude: Nul<number>
  effectifsOuverture: JsonDefaut<Record<string, number>>
  dateOuverture: string
  dateFermeture: Nul<string>
  etat: Generated<'INVITEE' | 'ACTIVE' | 'SUSPENDUE' | 'FERMEE'>
  urlLogo: Nul<string>
  version: Generated<number>
}

/** What is true of a structure from one month to another: ranks, both included. */
interface TablePeriode {
  structureId: number
  du: number
  au: Generated<number>
  typeStructure: string
  region: string
  parentId: Nul<number>
  capacite: Nul<number>
  capaciteTheorique: Nul<number>
  postesReference: JsonDefaut<Record<string, number>>
  modeles: Generated<string[]>
}

interface TableUtilisateur {
  id: SetByBase<number>
  identifiant: string
  identifiantTri: SetByBase<string>
  nomTri: SetByBase<string>
  nom: string
  prenoms: Generated<string>
  nomAffichable: string
  email: Nul<string>
  telephone: Nul<string>
  fonction: Nul<string>
  roles: Role[]
  structureId: Nul<number>
  statut: Generated<'ACTIF' | 'BLOQUE' | 'INVITE'>
  motDePasse: string
  forceChangePassword: Generated<boolean>
  premiereConnexion: InstantNul
  derniereConnexion: InstantNul
  creeLe: Instant
  version: Generated<number>
}

interface TableFormulaire {
  id: SetByBase<number>
  numero: string
  modeleId: number
  modeleCode: string
  structureId: number
  annee: number
  mois: number
  rang: SetByBase<number>
  etat: Generated<Etat>
  version: Generated<number>
  versionDiffusee: Generated<number>
  donnees: JsonDefaut<Donnees>
  codes: JsonDefaut<CodesTenus>
  commentaires: JsonDefaut<Textes>
  justifications: JsonDefaut<Textes>
  messagesJustifies: JsonDefaut<Textes>
  structureLue: JsonDefaut<Donnees>
  effectif: Nul<number>
  entrees: Nul<number>
  sorties: Nul<number>
  reference: Nul<number>
  publieEffectif: Nul<number>
  publieEntrees: Nul<number>
  publieSorties: Nul<number>
  publieReference: Nul<number>
  recu: SetByBase<boolean>
  valeurEffectif: SetByBase<number | null>
  valeurEntrees: SetByBase<number | null>
  valeurSorties: SetByBase<number | null>
  valeurReference: SetByBase<number | null>
  valideLe: InstantNul
  renvoye: Generated<boolean>
  /** Brought from elsewhere, whatever the start of the collection. */
  repris: Generated<boolean>
  delaiValidation: SetByBase<number | null>
  remplissage: Generated<number>
  erreurs: Generated<number>
  avertissements: Generated<number>
  /** Remarks on cells: that wait for the structure, and for who reviews. */
  remarquesOuvertes: Generated<number>
  remarquesCorrigees: Generated<number>
  casesOuvertes: JsonNul<string[]>
  /** The due date that it was received with, where it was not its month's. */
  echeance: Nul<string>
  soumisLe: InstantNul
  /** The account that last brought it out of entry, and the fingerprint of its device. */
  soumisPar: Nul<number>
  soumisAppareil: Nul<Buffer>
  horsDelai: Generated<boolean>
  creeLe: Instant
  modifieLe: Instant
  modifiePar: number
  validePar: Nul<number>
  motifRenvoi: Nul<string>
  texteRenvoi: Nul<string>
  /** Controls that fire, without their justifications. */
  resultats: JsonNul<Controle[]>
  /** What it reads of other months, while it is open to entry. */
  environs: JsonNul<Record<string, Donnees>>
  /** Of a form open to entry, the computed cells that are no longer those of its last save. */
  deduites: JsonNul<Record<string, Donnees[string] | null>>
  /** How many times what it reads had it computed again. */
  calcul: Generated<number>
}

interface TablePublication {
  formulaireId: number
  versionDiffusee: number
  modeleId: number
  donnees: Json<Donnees>
  commentaires: Json<Textes>
  justifications: Json<Textes>
  structureLue: Json<Donnees>
  effectif: Nul<number>
  diffuseLe: Instant
  diffusePar: number
}

interface TableHistorique {
  id: SetByBase<number>
  formulaireId: number
  version: number
  le: Instant
  agentId: number
  auNomDe: Nul<number>
  action: string
  de: Nul<Etat>
  vers: Etat
  force: Generated<boolean>
  motif: Nul<string>
  texte: Nul<string>
  cellules: JsonDefaut<LigneHistorique['cellules']>
  textes: JsonDefaut<LigneHistorique['textes']>
  poste: Nul<string>
  envoi: Nul<number>
  recepisse: Nul<Buffer>
  /** Of a validation: the version that another account submitted from the same device. */
  memeAppareil: Nul<number>
}

interface TablePiece {
  id: SetByBase<number>
  name: string
  nomOrigine: string
  typeDocument: string
  formulaireId: Nul<number>
  structureId: Nul<number>
  typeMime: string
  /** Null, as what follows: of an edition of the annuaire, which has files of its own. */
  taille: Nul<number>
  sha256: Nul<string>
  /** Null: the store has it. */
  contenu: Nul<Buffer>
  depot: Generated<'BASE' | 'S3' | null>
  annuaireId: Nul<number>
  titre: Nul<string>
  description: Nul<string>
  rang: Generated<number>
  version: Generated<number>
  deposeLe: Instant
  deposePar: Nul<number>
}

interface TableInvitation {
  id: SetByBase<number>
  structureId: number
  email: string
  empreinte: Buffer
  invitePar: number
  creeeLe: Instant
  envoyeeLe: Instant
  envois: Generated<number>
  expireLe: Instant
  accepteeLe: InstantNul
  compteId: Nul<number>
  annuleeLe: InstantNul
}

/** The base as Kysely sees it: migrations/*.sql in camelCase. */
export interface Tables {
  codification: {
    code: string
    libelle: string
    parentListe: Nul<string>
    version: Generated<number>
  }
  codificationValeur: {
    codification: string
    code: string
    libelle: string
    ordre: number
    actif: Generated<boolean>
    parent: Nul<string>
    valableDu: Nul<string>
    valableAu: Nul<string>
    libellesAnciens: Generated<string[]>
  }
  codificationSuppression: { codification: string; code: string }
  donneesChangement: {
    genre: 'VALEUR' | 'RAPPORT' | 'STRUCTURE' | 'REOUVERTURE'
    id: number
    xid: SetByBase<string>
  }
  /** One row: which base this is. */
  donneesBase: { seul: Generated<boolean>; cle: Generated<string> }
  structureCalcul: { structureId: number; n: Generated<number> }
  moteur: { seul: Generated<boolean>; empreinte: string }
  tampon: { cle: string; n: Generated<number>; le: Instant }
  parametre: { cle: string; valeur: ColumnType<unknown, string, string>; modifieLe: Instant }
  structure: TableStructure
  structurePeriode: TablePeriode
  structureInterruption: {
    structureId: number
    etat: EtatInterruption
    du: string
    au: Nul<string>
  }
  utilisateur: TableUtilisateur
  utilisateurStructure: { utilisateurId: number; structureId: number }
  invitation: TableInvitation
  session: {
    id: SetByBase<number>
    utilisateurId: number
    ouverteLe: Instant
    expireLe: Instant
    fermeeLe: InstantNul
    motifFermeture: Nul<string>
    adresse: Nul<string>
    appareil: Nul<string>
    /** Of the device's token, as `appareilConnu` keeps it. */
    empreinteAppareil: Nul<Buffer>
    derniereActivite: Instant
    /** The provider that opened it, as the configuration names it. */
    fournisseur: Nul<string>
    identiteId: Nul<number>
    deuxFacteurs: Generated<boolean>
  }
  identite: {
    id: SetByBase<number>
    utilisateurId: number
    emetteur: string
    sujet: string
    email: Nul<string>
    lieeLe: Instant
    utiliseeLe: InstantNul
    deuxFacteurs: Generated<boolean>
  }
  liaison: {
    empreinte: Buffer
    utilisateurId: number
    motDePasse: Buffer
    fournisseur: string
    expireLe: Instant
  }
  jetonAcces: { empreinte: Buffer; sessionId: number; expireLe: Instant }
  jetonRenouvellement: {
    empreinte: Buffer
    sessionId: number
    creeLe: Instant
    expireLe: Instant
    utiliseLe: InstantNul
    successeur: Nul<Buffer>
    /** What signs out of the provider, sealed by the token. */
    jetonIdentite: Nul<Buffer>
  }
  jetonProgramme: {
    id: SetByBase<number>
    empreinte: Buffer
    utilisateurId: number
    nom: string
    usages: UsageJeton[]
    structures: Nul<number[]>
    reseaux: string[]
    creeLe: Instant
    expireLe: Instant
    avertiLe: InstantNul
    utiliseLe: InstantNul
    utiliseDepuis: Nul<string>
    revoqueLe: InstantNul
    motifRevocation: Nul<string>
  }
  webhook: {
    id: SetByBase<number>
    nom: string
    adresse: string
    types: TypeWebhook[]
    secret: Buffer
    gardienId: number
    creeLe: Instant
    suspenduLe: InstantNul
    motifSuspension: Nul<MotifSuspension>
    echecDepuis: InstantNul
    recuLe: InstantNul
  }
  livraison: {
    id: SetByBase<number>
    webhookId: number
    reference: string
    type: string
    corps: string
    objet: Nul<string>
    creeLe: Instant
    essayeLe: InstantNul
    statut: Nul<number>
    reponse: Nul<string>
    dureeMs: Nul<number>
  }
  motDePasseProvisoire: {
    empreinte: Buffer
    utilisateurId: number
    creeLe: Instant
    expireLe: Instant
    utiliseLe: InstantNul
  }
  secondFacteur: {
    utilisateurId: number
    secret: Buffer
    creeLe: Instant
    activeLe: InstantNul
    dernierPas: Nul<number>
  }
  clePoste: { utilisateurId: number; cle: Buffer }
  exercice: { utilisateurId: number; faitLe: Instant }
  codeRecuperation: {
    utilisateurId: number
    empreinte: Buffer
    utiliseLe: InstantNul
    /** Drawn before they held 138 bits. */
    court: Generated<boolean>
  }
  defi: {
    empreinte: Buffer
    utilisateurId: number
    motDePasse: Buffer
    provisoire: Nul<Buffer>
    /** Of whoever came by a provider, sealed by the challenge. */
    identite: Nul<Buffer>
    expireLe: Instant
    essais: Generated<number>
  }
  appareilConnu: {
    empreinte: Buffer
    utilisateurId: number
    creeLe: Instant
    vuLe: Instant
    codeLe: InstantNul
  }
  levee: { empreinte: Buffer; utilisateurId: number; expireLe: Instant }
  tentative: {
    cle: string
    utilisateurId: Nul<number>
    echecs: number
    premierLe: Instant
    dernierLe: Instant
    bloqueJusqua: InstantNul
  }
  journal: {
    id: SetByBase<number>
    le: Instant
    utilisateurId: Nul<number>
    cibleId: Nul<number>
    action: string
    objet: Nul<string>
    detail: JsonDefaut<object>
  }
  tache: {
    id: SetByBase<number>
    genre: string
    cle: Nul<string>
    charge: Json<object>
    creeLe: Instant
    dueLe: Instant
    bailJusqua: InstantNul
    essais: Generated<number>
    faiteLe: InstantNul
    abandonneeLe: InstantNul
    sansObjet: Generated<boolean>
    derniereErreur: Nul<string>
  }
  modele: {
    id: SetByBase<number>
    code: string
    version: number
    libelle: string
    definition: Json<Modele>
    enVigueurDu: number
    enVigueurAu: Nul<number>
    source: Nul<ModeleSource | string>
    publieLe: InstantNul
    publiePar: Nul<number>
    avecEffectif: SetByBase<boolean>
    avecEcart: SetByBase<boolean>
    moisAttendus: SetByBase<number>
    moisCouverts: SetByBase<Duree>
    attendusAvant: Nul<number[]>
    couvertsAvant: Nul<Duree>
  }
  modeleSimulation: {
    id: SetByBase<number>
    brouillonId: number
    versionBrouillon: number
    etat: Generated<'EN_COURS' | 'FAITE' | 'ANNULEE' | 'ECHOUEE'>
    lus: Generated<number>
    total: Generated<number>
    resultat: Nul<object | string>
    raison: Nul<string>
    creeLe: Instant
    vuLe: Instant
  }
  modeleBrouillon: {
    id: SetByBase<number>
    code: string
    libelle: string
    source: Json<ModeleSource>
    origineId: Nul<number>
    version: Generated<number>
    creeLe: Instant
    creePar: number
    modifieLe: Instant
    modifiePar: number
  }
  correspondance: {
    modeleCode: string
    cellule: string
    dataElement: string
    categoryOptionCombo: string
    dataElementCode: Generated<string>
    categoryOptionComboCode: Generated<string>
    options: Nul<Record<string, string>>
    agregation: Nul<string>
  }
  correspondanceStructure: { unite: string; structureCode: string }
  formulaire: TableFormulaire
  formulairePublication: TablePublication
  formulaireHistorique: TableHistorique
  recepisse: {
    formulaireId: number
    rang: number
    code: string
    contenu: string
    empreinte: Buffer
  }
  formulaireRemarque: {
    id: SetByBase<number>
    formulaireId: number
    cellule: Nul<string>
    texte: string
    auteurId: number
    le: Instant
    statut: Generated<'OUVERTE' | 'CORRIGEE' | 'LEVEE'>
    reponse: Nul<string>
    repondueLe: InstantNul
    reponduePar: Nul<number>
  }
  presence: {
    utilisateurId: number
    poste: string
    formulaireId: number
    lieu: string
    vuLe: Instant
  }
  reouverture: {
    id: SetByBase<number>
    structureId: number
    rang: number
    jusqua: Nul<string>
    motif: Generated<string>
    rouverteLe: Instant
    rouvertePar: Nul<number>
    termineeLe: InstantNul
    termineePar: Nul<number>
  }
  prolongation: {
    id: SetByBase<number>
    structureId: number
    rang: number
    motif: string
    etat: Generated<EtatProlongation>
    demandeeLe: Instant
    demandeePar: number
    decideeLe: InstantNul
    decideePar: Nul<number>
    jusqua: Nul<string>
    reponse: Nul<string>
  }
  abonnementCalendrier: {
    utilisateurId: number
    empreinte: Buffer
    creeLe: Instant
    luLe: InstantNul
  }
  piece: TablePiece
  pieceEffacee: { name: string; depuis: Instant }
  message: {
    id: SetByBase<number>
    expediteurId: Nul<number>
    visiteurNom: Nul<string>
    visiteurEmail: Nul<string>
    objet: string
    corps: string
    envoyeLe: Instant
    cle: Nul<string>
    filId: Nul<number>
    reponseA: Nul<number>
    formulaireId: Nul<number>
    cellule: Nul<string>
    groupes: JsonDefaut<{ genre: string; code: string | null; libelle: string }[]>
    nombre: Generated<number>
    formulairesCites: JsonDefaut<{ structureId: number; modele: string; rang: number }[]>
    automatique: Generated<boolean>
    texteTri: SetByBase<string>
  }
  messageDestinataire: {
    messageId: number
    utilisateurId: number
    luLe: InstantNul
    important: Generated<boolean>
    envoye: Generated<boolean>
    nomme: Generated<boolean>
  }
  messagePiece: { messageId: number; pieceId: number }
  messageBrouillon: {
    auteurId: number
    cle: string
    destinataires: Generated<number[]>
    groupes: JsonDefaut<{ genre: string; code: string | null }[]>
    objet: Generated<string>
    corps: Generated<string>
    documents: Generated<number[]>
    reponseA: Nul<number>
    formulaireId: Nul<number>
    cellule: Nul<string>
    version: Generated<number>
    modifieLe: Instant
  }
  messageAvis: {
    utilisateurId: number
    frequence: 'JAMAIS' | 'CHAQUE' | 'QUOTIDIEN'
    dernierId: Generated<number>
    resumeLe: Nul<string>
  }
  relance: {
    id: SetByBase<number>
    structureId: number
    modeleCode: string
    rang: number
    jour: string
    le: Instant
    echeance: string
    etape: Nul<number>
    par: Nul<number>
    texte: Nul<string>
    destinataires: Generated<number[]>
    copieDue: Generated<boolean>
    listeDue: Generated<boolean>
  }
  relanceSuspension: {
    id: SetByBase<number>
    structureId: number
    motif: string
    jusqua: string
    le: Instant
    par: number
    termineeLe: InstantNul
    termineePar: Nul<number>
  }
  evenement: {
    id: SetByBase<number>
    le: ColumnType<string, never, never>
    genre: 'FORMULAIRE' | 'PIECE' | 'PRESENCE' | 'MESSAGE' | 'ACCES'
    formulaireId: Nul<number>
    messageId: Nul<number>
    destinataires: Nul<number[]>
    utilisateurId: Nul<number>
    sessionId: Nul<number>
  }
  annuaire: {
    id: SetByBase<number>
    annee: number
    edition: Generated<number>
    titre: string
    etat: Generated<'PROVISOIRE' | 'ARRETE' | 'PUBLIE'>
    chiffres: JsonDefaut<{ code: string; libelle: string; valeur: number }[]>
    publieLe: InstantNul
    version: Generated<number>
    avantPropos: Generated<string>
    /** Texts at the head of chapters, by code. */
    introductions: JsonDefaut<Textes>
    /** Codes of those that this edition leaves out. */
    chapitresOmis: Generated<string[]>
    nature: Nul<'ERREUR' | 'REVISION'>
    correction: Nul<string>
    /** From ARRETE on: what is read, as it is sent; and what it was made from. */
    contenu: Nul<object>
    coulisses: Nul<object>
    /** What was proved of its secrecy; null: not frozen, or before it was. */
    preuve: Nul<{ chiffres: number; valeurs: number }>
    arreteLe: InstantNul
  }
  /** The forms whose figures an edition that is frozen counts, in their version of that day. */
  annuaireFichier: {
    id: SetByBase<number>
    annuaireId: number
    format: string
    sha256: string
    contenu: Buffer
    creeLe: Instant
  }
  annuairePreparation: {
    id: SetByBase<number>
    annee: number
    edition: Nul<number>
    format: string
    demandePar: number
    etat: Generated<EtatTravail>
    fait: Generated<number>
    total: Generated<number>
    nom: Nul<string>
    taille: Nul<number>
    fichierId: Nul<number>
    contenu: Nul<Buffer>
    raison: Nul<string>
    creeLe: Instant
    vuLe: Instant
  }
  annuaireSource: {
    annuaireId: number
    formulaireId: number
    modeleId: number
    structureId: number
    rang: number
    region: string
    typeStructure: string
    etat: string
    version: number
    /** Number of the publication that holds its figures; null: `donnees` does. */
    versionDiffusee: Nul<number>
    donnees: Nul<Donnees>
  }
}
