import { ETATS_OUVERTS } from '@releve/contract/formulaire/formulaire.rules.ts'
import type {
  CelluleModifiee,
  Etat,
  TexteModifie,
} from '@releve/contract/formulaire/formulaire.schema.ts'
import { type RawBuilder, sql, type Updateable } from 'kysely'
import { insertEvenementDe } from '../evenement/evenement.sql.ts'
import { etapesAnnonce } from '../messagerie/annonce.ts'
import { figer } from '../platform/base/fige.ts'
import type { Tables } from '../platform/base/tables.ts'
import { CoursePerdue } from '../platform/erreur.ts'
import type { Fragment } from '../platform/liste.ts'
import type { Db } from '../platform/route.ts'
import { stampOf } from '../platform/stamp.ts'
import { direTaches } from '../tache/tache.sql.ts'
import type { Annonce, Destinataires } from './annonce.ts'
import {
  COLONNES_FORMULAIRE,
  composeEcrit,
  type FormulaireCharge,
  type LigneFormulaire,
} from './formulaire.sql.ts'

type Modifiables = Updateable<Tables['formulaire']>
/** These columns of `formulaire` with the types of their values: one that is forgotten does not compile. */
type Colonnes<Nom extends keyof Modifiables> = Required<Pick<Modifiables, Nom>>

const SUIVI = [
  'etat',
  'versionDiffusee',
  'horsDelai',
  'echeance',
  'soumisPar',
  'soumisAppareil',
  'validePar',
  'motifRenvoi',
  'texteRenvoi',
  'casesOuvertes',
  'remarquesOuvertes',
  'remarquesCorrigees',
] as const

/**
 * Where a form is on its way, which every act writes whole. Its first submission and its first
 * validation are dated for ever: what is given for a date that stands already is not written.
 */
export type Suivi = Colonnes<(typeof SUIVI)[number] | 'soumisLe' | 'valideLe'>

const CONTENU = [
  'commentaires',
  'justifications',
  'messagesJustifies',
  'structureLue',
  'codes',
  'effectif',
  'entrees',
  'sorties',
  'reference',
  'remplissage',
  'erreurs',
  'avertissements',
  'resultats',
] as const

/** What a form holds, and what its computation says of it: see `chiffresDe`. */
export type Contenu = Colonnes<(typeof CONTENU)[number]> & {
  /** Null: those that stand there already. They are most of what the base would write. */
  donnees: string | null
  environs: string | null
}

const suiviDe = (f: FormulaireCharge): Suivi => ({
  etat: f.etat,
  versionDiffusee: f.versionDiffusee,
  soumisLe: f.soumisLe,
  soumisPar: f.soumisPar,
  soumisAppareil: f.soumisAppareil,
  horsDelai: f.horsDelai,
  echeance: f.echeance,
  validePar: f.validePar,
  valideLe: f.valideLe,
  motifRenvoi: f.motifRenvoi,
  texteRenvoi: f.texteRenvoi,
  casesOuvertes: f.casesOuvertes && JSON.stringify(f.casesOuvertes),
  remarquesOuvertes: f.remarquesOuvertes,
  remarquesCorrigees: f.remarquesCorrigees,
})

/** One line of the record of a form, as an act hands it over. */
export type Trace = {
  agentId: number
  auNomDe: number | null
  action: string
  de: Etat | null
  vers: Etat
  force?: boolean
  motif?: string | null
  texte?: string | null
  cellules?: CelluleModifiee[]
  textes?: TexteModifie[]
  poste?: string | null
  envoi?: number | null
  /** Of a validation: the version that another account submitted from the same device. */
  memeAppareil?: number | null
  le: string
}

/**
 * A line of the record as it is read again, whatever the order of its columns: what is chained.
 * Which window sent it, and from which device, is no part of what was done.
 */
export type Acte = Required<Omit<Trace, 'poste' | 'envoi' | 'memeAppareil'>> & { version: number }

export const acteDe = (version: number, trace: Trace): Acte => ({
  version,
  agentId: trace.agentId,
  auNomDe: trace.auNomDe,
  action: trace.action,
  de: trace.de,
  vers: trace.vers,
  force: trace.force ?? false,
  motif: trace.motif ?? null,
  texte: trace.texte ?? null,
  cellules: trace.cellules ?? [],
  textes: trace.textes ?? [],
  le: trace.le,
})

/** The receipt of what an act submits: its text, which says all that it certifies. */
export type RecepisseNeuf = { rang: number; code: string; contenu: string; empreinte: Buffer }

/** The same as a statement takes it; `versionEcrite`: the form's, once written. */
type TraceEcrite = Omit<Required<Trace>, 'cellules' | 'textes'> & {
  versionEcrite: number
  cellulesEcrites: string
  textesEcrits: string
}

const traceEcrite = (versionEcrite: number, trace: Trace): TraceEcrite => {
  const { cellules, textes, ...acte } = acteDe(versionEcrite, trace)
  return {
    ...acte,
    versionEcrite,
    poste: trace.poste ?? null,
    envoi: trace.envoi ?? null,
    memeAppareil: trace.memeAppareil ?? null,
    cellulesEcrites: JSON.stringify(cellules),
    textesEcrits: JSON.stringify(textes),
  }
}

/** The line of history of the form that the step `maj` of a statement has written. */
const insertTrace = (t: TraceEcrite, recepisse: Buffer | null): Fragment => sql`
  insert into formulaire_historique (formulaire_id, version, agent_id, au_nom_de, action, de,
    vers, force, motif, texte, cellules, textes, poste, envoi, meme_appareil, le, recepisse)
  select maj.id, ${t.versionEcrite}, ${t.agentId}, ${t.auNomDe}, ${t.action}, ${t.de}, ${t.vers},
    ${t.force}, ${t.motif}, ${t.texte}, ${t.cellulesEcrites}, ${t.textesEcrits},
    ${t.poste}, ${t.envoi}, ${t.memeAppareil}, ${t.le}, ${recepisse}
  from maj`

/** The receipt of the form of the step `maj`, if its act gives one. */
const insertRecepisse = (r: ColonnesRecepisse): Fragment => sql`
  insert into recepisse (formulaire_id, rang, code, contenu, empreinte)
  select maj.id, ${r.recuRang}, ${r.recuCode}, ${r.recuContenu}, ${r.recuEmpreinte} from maj
  where ${r.recuRang}::int is not null`

/** A receipt as a statement takes it, or none. */
type ColonnesRecepisse = {
  recuRang: number | null
  recuCode: string | null
  recuContenu: string | null
  recuEmpreinte: Buffer | null
}

/** What is told of an act as a statement takes it, or nothing; `annonceDe`: a structure. */
type ColonnesAnnonce = {
  annonceCle: string | null
  annonceObjet: string | null
  annonceCorps: string | null
  annonceDe: number
}

/** Which form an act has read: it writes on that version and that computation, or not at all. */
type VersionLue = { idLu: number; versionLue: number; calculLu: number }

/** What every act writes. */
type ValeursActe = Suivi & TraceEcrite & ColonnesAnnonce & VersionLue

/** What an act writes that changes what a form holds: remarks on the cells `corrigees` too. */
type ValeursSaisie = ValeursActe & Contenu & ColonnesRecepisse & { corrigees: string[] }

/** What a statement gives back: the row as it now stands, and how many e-mails it has asked for. */
type LigneEcrite = LigneFormulaire & { courriels: number }

const poser = <Nom extends string>(noms: readonly Nom[], places: Record<Nom, unknown>): Fragment =>
  sql.join(noms.map((nom) => sql`${sql.ref(nom)} = ${places[nom]}`))

/** A publication keeps the figures that the form had; one that is sent back is so for ever. */
const poserSuivi = (acte: ValeursActe): Fragment => sql`${poser(SUIVI, acte)},
  soumis_le = coalesce(f.soumis_le, ${acte.soumisLe}),
  valide_le = coalesce(f.valide_le, ${acte.valideLe}),
  renvoye = f.renvoye or ${acte.etat}::text = 'RENVOYE',
  ${sql.join(
    ['effectif', 'entrees', 'sorties', 'reference'].map(
      (nom) => sql`${sql.ref(`publie_${nom}`)} = case
        when ${acte.versionDiffusee}::int > f.version_diffusee then ${sql.ref(`f.${nom}`)}
        else ${sql.ref(`f.publie_${nom}`)} end`,
    ),
  )}`

const OUVERTS = sql.join(ETATS_OUVERTS.map((etat) => sql.lit(etat)))

const poserContenu = (saisie: ValeursSaisie): Fragment => sql`${poser(CONTENU, saisie)},
  donnees = coalesce(${saisie.donnees}, f.donnees), deduites = null,
  environs = case when ${saisie.etat}::text in (${OUVERTS})
    then coalesce(${saisie.environs}, f.environs) end`

/** The steps that every act has: the form, the event that tells it, its line of history, the message. */
const etapesDe = (
  vises: Destinataires | null,
  colonnes: Fragment,
  acte: ValeursActe,
  recu: Buffer | null,
) => sql`
  maj as (
    update formulaire f set version = ${acte.versionEcrite}, modifie_le = ${acte.le},
      modifie_par = ${acte.agentId}, ${colonnes}
    where f.id = ${acte.idLu} and f.version = ${acte.versionLue} and f.calcul = ${acte.calculLu}
    returning ${COLONNES_FORMULAIRE}),
  dit as (${insertEvenementDe('maj')}),
  trace as (${insertTrace(acte, recu)})
  ${vises ? sql`, ${etapesDites(vises, acte)}` : sql``}`

/** The steps that tell those concerned. */
const etapesDites = (vises: Destinataires, acte: ValeursActe): Fragment =>
  etapesAnnonce(vises === 'VALIDEURS' ? 'CENTRALE' : { structureId: acte.annonceDe }, 'maj', {
    cle: acte.annonceCle,
    objet: acte.annonceObjet,
    corps: acte.annonceCorps,
    le: acte.le,
    agentId: acte.agentId,
    formulaireId: acte.idLu,
  })

const ecrite = (vises: Destinataires | null): RawBuilder<LigneEcrite> => sql`
  select maj.*, ${vises ? sql`(select count(*)::int from courriel_ecrit)` : sql`0`} as courriels
  from maj`

/** The statements of the acts that tell these people: with what the form holds, and without. */
const ordresDe = (vises: Destinataires | null) => ({
  acte: figer<LigneEcrite, ValeursActe>(
    (acte) => sql`with ${etapesDe(vises, poserSuivi(acte), acte, null)} ${ecrite(vises)}`,
  ),
  saisie: figer<LigneEcrite, ValeursSaisie>((saisie) => {
    const colonnes = sql`${poserSuivi(saisie)}, ${poserContenu(saisie)}`
    return sql`with ${etapesDe(vises, colonnes, saisie, saisie.recuEmpreinte)},
      recu as (${insertRecepisse(saisie)}),
      corrigees as (${updateRemarquesCorrigees(saisie)}) ${ecrite(vises)}`
  }),
})

const ORDRES = {
  personne: ordresDe(null),
  VALIDEURS: ordresDe('VALIDEURS'),
  STRUCTURE: ordresDe('STRUCTURE'),
}

const colonnesRecepisse = (recepisse: RecepisseNeuf | null): ColonnesRecepisse => ({
  recuRang: recepisse?.rang ?? null,
  recuCode: recepisse?.code ?? null,
  recuContenu: recepisse?.contenu ?? null,
  recuEmpreinte: recepisse?.empreinte ?? null,
})

const valeursSaisie = ({ contenu, corrigees = [], recepisse = null }: Saisie) => ({
  ...contenu,
  ...colonnesRecepisse(recepisse),
  corrigees: [...corrigees],
})

const colonnesAnnonce = (annonce: Annonce | null): ColonnesAnnonce => ({
  annonceCle: annonce?.cle ?? null,
  annonceObjet: annonce?.objet ?? null,
  annonceCorps: annonce?.corps ?? null,
  annonceDe: annonce?.structureId ?? 0,
})

/** What an act changes of a form, and what else it writes. */
export type Ecriture = {
  trace: Trace
  /** Where the form goes; the rest of it stays as it is. */
  suivi?: Partial<Suivi>
  /** What the form holds from now on, if the act enters or computes something of it. */
  saisie?: Saisie | undefined
  annonce?: Annonce | null
}

export type Saisie = {
  contenu: Contenu
  /** The cells whose open remarks are then corrected. */
  corrigees?: readonly string[]
  recepisse?: RecepisseNeuf | null
}

/**
 * Writes an act on a form as it was loaded: its columns, its line of history, the event that tells
 * it, the open remarks on these cells, which it corrects, its receipt, and the message to those
 * concerned. In one statement: all of it, or nothing when the form is no longer the version read.
 * Gives the form as it now stands, within what stood around it when it was loaded.
 * @throws CoursePerdue
 */
export async function updateFormulaire(
  db: Db,
  f: FormulaireCharge,
  { trace, suivi, saisie, annonce = null }: Ecriture,
): Promise<FormulaireCharge> {
  const ordres = ORDRES[annonce?.vises ?? 'personne']
  const acte = {
    ...suiviDe(f),
    ...suivi,
    ...traceEcrite(f.version + 1, trace),
    ...colonnesAnnonce(annonce),
    idLu: f.id,
    versionLue: f.version,
    calculLu: f.calcul,
  }
  const [apres] = saisie
    ? await ordres.saisie(db, { ...acte, ...valeursSaisie(saisie) })
    : await ordres.acte(db, acte)
  if (!apres) throw new CoursePerdue()
  const { courriels, ...ligne } = apres
  direTaches(courriels)
  return composeEcrit(ligne, f)
}

/** Marks the open remarks on these cells as corrected, on the form of the step `maj`. */
const updateRemarquesCorrigees = ({ corrigees }: ValeursSaisie): Fragment => sql`
  update formulaire_remarque r set statut = 'CORRIGEE' from maj
  where r.formulaire_id = maj.id and r.statut = 'OUVERTE'
    and r.cellule = any(${corrigees}::text[])`

/** Under what a form that is begun was computed: it is written if all of it still holds. */
export type Garde = {
  /** The stamps of what is expected, of the settings and of the codes. */
  attendu: number
  stampReglages: number
  stampCodes: number
  structureId: number
  /** The record of the structure, and what its forms read of its months. */
  structureVersion: number
  structureCalcul: number
}

const DEBUT = [
  'numero',
  'modeleId',
  'modeleCode',
  'structureId',
  'annee',
  'mois',
  'creeLe',
  'modifieLe',
  'modifiePar',
  'repris',
  ...CONTENU,
  'donnees',
  'environs',
] as const

/** A form that is begun: its place, and what it holds. What is not said is as the table has it. */
type ColonnesDebut = Colonnes<(typeof DEBUT)[number]>

const ajouter = figer<LigneFormulaire, ColonnesDebut & TraceEcrite & Garde>(
  (ajout) => sql`
    with tenus as materialized (
      select from tampon where (cle = 'PARAMETRE' and n = ${ajout.stampReglages})
        or (cle = 'CODIFICATION' and n = ${ajout.stampCodes}) for share),
    chez as materialized (
      select from structure where id = ${ajout.structureId}
        and version = ${ajout.structureVersion} for share),
    mois as (
      insert into structure_calcul (structure_id, n) values (${ajout.structureId}, 0)
      on conflict (structure_id) do update set n = structure_calcul.n
        where structure_calcul.n = ${ajout.structureCalcul} returning n),
    maj as (
      insert into formulaire as f (${sql.join(DEBUT.map((nom) => sql.ref(nom)))})
      select ${sql.join(DEBUT.map((nom) => ajout[nom]))} from chez, mois
      where ${stampOf('ATTENDU')} = ${ajout.attendu} and (select count(*) from tenus) = 2
      on conflict do nothing returning ${COLONNES_FORMULAIRE}),
    dit as (${insertEvenementDe('maj')}),
    trace as (${insertTrace(ajout, null)})
    select * from maj`,
)

/**
 * Inserts a form, its first line of history and the event that tells it, in one statement: all of
 * it, or nothing where a form of that month or of that number stands, also one begun meanwhile, or
 * where something of `garde` has changed since it was read. What it was computed with is locked
 * until it is written: whoever changes it meanwhile sees the new form, or is seen. Gives its row.
 * @throws CoursePerdue
 */
export async function insertFormulaire(
  db: Db,
  nouveau: ColonnesDebut,
  garde: Garde,
  trace: Trace,
): Promise<LigneFormulaire> {
  const [ligne] = await ajouter(db, { ...nouveau, ...traceEcrite(1, trace), ...garde })
  if (!ligne) throw new CoursePerdue()
  return ligne
}

/** Freezes the form's content as its publication of that number. */
export async function insertPublication(
  db: Db,
  formulaireId: number,
  versionDiffusee: number,
  agentId: number,
  le: string,
): Promise<void> {
  await db
    .insertInto('formulairePublication')
    .columns([
      'formulaireId',
      'versionDiffusee',
      'modeleId',
      'donnees',
      'commentaires',
      'justifications',
      'structureLue',
      'effectif',
      'diffuseLe',
      'diffusePar',
    ])
    .expression((eb) =>
      eb
        .selectFrom('formulaire')
        .select((expression) => [
          'id',
          expression.val(versionDiffusee).as('versionDiffusee'),
          'modeleId',
          'donnees',
          'commentaires',
          'justifications',
          'structureLue',
          'effectif',
          expression.val(le).as('le'),
          expression.val(agentId).as('par'),
        ])
        .where('id', '=', formulaireId),
    )
    .execute()
}
