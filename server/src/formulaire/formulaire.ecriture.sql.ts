import type {
  CelluleModifiee,
  Etat,
  TexteModifie,
} from '@releve/contract/formulaire/formulaire.schema.ts'
import { type Insertable, type RawBuilder, sql, type Updateable } from 'kysely'
import { insertEvenementDe } from '../evenement/evenement.sql.ts'
import { etapesAnnonce } from '../messagerie/annonce.ts'
import { figerSelon } from '../platform/base/fige.ts'
import type { Tables } from '../platform/base/tables.ts'
import { CoursePerdue } from '../platform/erreur.ts'
import { tamponDe } from '../platform/memoire.ts'
import type { Db } from '../platform/route.ts'
import { direTaches } from '../tache/tache.sql.ts'
import type { Annonce, Prevenus } from './annonce.ts'

type Colonnes = Updateable<Tables['formulaire']>

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
type TraceEcrite = {
  versionEcrite: number
  agentId: number
  cellulesEcrites: string
  textesEcrits: string
} & {
  [Nom in
    | 'auNomDe'
    | 'action'
    | 'de'
    | 'vers'
    | 'force'
    | 'motif'
    | 'texte'
    | 'poste'
    | 'envoi'
    | 'memeAppareil'
    | 'le']: unknown
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
const insertTrace = (t: TraceEcrite, recepisse: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  insert into formulaire_historique (formulaire_id, version, agent_id, au_nom_de, action, de,
    vers, force, motif, texte, cellules, textes, poste, envoi, meme_appareil, le, recepisse)
  select maj.id, ${t.versionEcrite}, ${t.agentId}, ${t.auNomDe}, ${t.action}, ${t.de}, ${t.vers},
    ${t.force}, ${t.motif}, ${t.texte}, ${t.cellulesEcrites}, ${t.textesEcrits},
    ${t.poste}, ${t.envoi}, ${t.memeAppareil}, ${t.le}, ${recepisse}
  from maj`

const SANS_RECEPISSE = sql`null::bytea`

/** The receipt of the form of the step `maj`. */
const insertRecepisse = (r: Delivre): RawBuilder<unknown> => sql`
  insert into recepisse (formulaire_id, rang, code, contenu, empreinte)
  select maj.id, ${r.recuRang}, ${r.recuCode}, ${r.recuContenu}, ${r.recuEmpreinte} from maj`

/** A receipt as a statement takes it. */
type Delivre = {
  recuRang: unknown
  recuCode: unknown
  recuContenu: unknown
  recuEmpreinte: unknown
}

/** Whom an act is told to, and how, as a statement takes it. */
type Dite = { annonceCle: unknown; annonceObjet: unknown; annonceCorps: unknown; annonceDe: number }

/** Columns that an act sets, by the names of a form of statement: `a,b,c`. */
type Posees = Record<string, unknown>
const formeDe = (colonnes: Posees): string => Object.keys(colonnes).join()
const nomsDe = (forme: string): string[] => forme.split(',')

/** The form that an act has read: it writes on that version and that computation, or not at all. */
type Lu = { id: number; version: number; calcul: number }

type Mise = Posees &
  TraceEcrite &
  Delivre &
  Dite & { idLu: number; versionLue: number; calculLu: number; corrigees: string[] }

/** Which steps an act has: remarks to mark, a receipt, those whom it tells. */
type Sortes = { corriger: boolean; delivrer: boolean; prevenir: Prevenus | null }

/** The steps that tell those concerned, and how many e-mails they have asked for. */
const etapesDites = (vises: Prevenus, mise: Mise): RawBuilder<unknown> =>
  etapesAnnonce(vises === 'VALIDEURS' ? 'CENTRALE' : { structureId: mise.annonceDe }, 'maj', {
    cle: mise.annonceCle,
    objet: mise.annonceObjet,
    corps: mise.annonceCorps,
    le: mise.le,
    agentId: mise.agentId,
    formulaireId: mise.idLu,
  })

const ecrireMise = ({ corriger, delivrer, prevenir }: Sortes) =>
  figerSelon<{ id: number; courriels: number }, Mise>(
    (forme, mise) => sql`
    with maj as (
      update formulaire set
        ${sql.join(nomsDe(forme).map((nom) => sql`${sql.ref(nom)} = ${mise[nom]}`))}
      where id = ${mise.idLu} and version = ${mise.versionLue} and calcul = ${mise.calculLu}
      returning id),
    dit as (${insertEvenementDe('maj')}),
    ${corriger ? sql`corrigees as (${updateRemarquesCorrigees(mise)}),` : sql``}
    ${delivrer ? sql`recu as (${insertRecepisse(mise)}),` : sql``}
    ${prevenir ? sql`${etapesDites(prevenir, mise)},` : sql``}
    trace as (${insertTrace(mise, delivrer ? sql`${mise.recuEmpreinte}` : SANS_RECEPISSE)})
    select id, ${prevenir ? sql`(select count(*)::int from courriel_ecrit)` : sql`0`} as courriels
    from maj`,
  )

const mises = new Map<string, ReturnType<typeof ecrireMise>>()

/** One statement for each sort of act. */
function miseDe(sortes: Sortes): ReturnType<typeof ecrireMise> {
  const nom = Object.values(sortes).join()
  const mise = mises.get(nom) ?? ecrireMise(sortes)
  mises.set(nom, mise)
  return mise
}

const AUCUN = { recuRang: null, recuCode: null, recuContenu: null, recuEmpreinte: null }
const SANS_ANNONCE = { annonceCle: null, annonceObjet: null, annonceCorps: null, annonceDe: 0 }

const delivreDe = ({ rang, code, contenu, empreinte }: RecepisseNeuf): Delivre => ({
  recuRang: rang,
  recuCode: code,
  recuContenu: contenu,
  recuEmpreinte: empreinte,
})

const diteDe = ({ cle, objet, corps, structureId }: Annonce): Dite => ({
  annonceCle: cle,
  annonceObjet: objet,
  annonceCorps: corps,
  annonceDe: structureId,
})

/** What an act writes beside its form and its line. */
type Suites = {
  corrigees?: readonly string[]
  recepisse?: RecepisseNeuf | null
  annonce?: Annonce | null
}

/**
 * Writes an act: the form's columns, its line of history, the event that tells it, the open remarks
 * on these cells, which it corrects, its receipt, and the message to those concerned. In one
 * statement: all of it, or nothing when the form is no longer the version read.
 * @throws CoursePerdue
 */
export async function updateFormulaire(
  db: Db,
  { id, version, calcul }: Lu,
  colonnes: Colonnes,
  trace: Trace,
  { corrigees = [], recepisse = null, annonce = null }: Suites = {},
): Promise<void> {
  const toutes = {
    ...colonnes,
    version: version + 1,
    modifieLe: trace.le,
    modifiePar: trace.agentId,
  }
  const ecrire = miseDe({
    corriger: corrigees.length > 0,
    delivrer: recepisse !== null,
    prevenir: annonce?.vises ?? null,
  })
  const [ecrite] = await ecrire(db, formeDe(toutes), {
    ...toutes,
    ...traceEcrite(version + 1, trace),
    ...(recepisse ? delivreDe(recepisse) : AUCUN),
    ...(annonce ? diteDe(annonce) : SANS_ANNONCE),
    idLu: id,
    versionLue: version,
    calculLu: calcul,
    corrigees: [...corrigees],
  })
  if (!ecrite) throw new CoursePerdue()
  direTaches(ecrite.courriels)
}

/** Marks the open remarks on these cells as corrected, on the form of the step `maj`. */
const updateRemarquesCorrigees = ({ corrigees }: Mise): RawBuilder<unknown> => sql`
  update formulaire_remarque r set statut = 'CORRIGEE' from maj
  where r.formulaire_id = maj.id and r.statut = 'OUVERTE'
    and r.cellule = any(${corrigees}::text[])`

/** Under what a form that is begun was computed: it is written if all of it still holds. */
export type Garde = {
  /** The stamps of what is expected, of the settings and of the codes. */
  attendu: number
  tamponReglages: number
  tamponCodes: number
  structureId: number
  /** The record of the structure, and what its forms read of its months. */
  structureVersion: number
  structureCalcul: number
}

type Ajout = Posees & TraceEcrite & Garde

const ecrireAjout = figerSelon<{ id: number }, Ajout>(
  (forme, ajout) => sql`
    with tenus as materialized (
      select from tampon where (cle = 'PARAMETRE' and n = ${ajout.tamponReglages})
        or (cle = 'CODIFICATION' and n = ${ajout.tamponCodes}) for share),
    chez as materialized (
      select from structure where id = ${ajout.structureId}
        and version = ${ajout.structureVersion} for share),
    mois as (
      insert into structure_calcul (structure_id, n) values (${ajout.structureId}, 0)
      on conflict (structure_id) do update set n = structure_calcul.n
        where structure_calcul.n = ${ajout.structureCalcul} returning n),
    maj as (
      insert into formulaire (${sql.join(nomsDe(forme).map((nom) => sql.ref(nom)))})
      select ${sql.join(nomsDe(forme).map((nom) => ajout[nom]))} from chez, mois
      where ${tamponDe('ATTENDU')} = ${ajout.attendu} and (select count(*) from tenus) = 2
      on conflict do nothing returning id),
    dit as (${insertEvenementDe('maj')}),
    trace as (${insertTrace(ajout, SANS_RECEPISSE)})
    select id from maj`,
)

/**
 * Inserts a form, its first line of history and the event that tells it, in one statement: all of
 * it, or nothing where a form of that month or of that number stands, also one begun meanwhile, or
 * where something of `garde` has changed since it was read. What it was computed with is locked
 * until it is written: whoever changes it meanwhile sees the new form, or is seen.
 * @throws CoursePerdue
 */
export async function insertFormulaire(
  db: Db,
  nouveau: Insertable<Tables['formulaire']>,
  garde: Garde,
  trace: Trace,
): Promise<{ id: number }> {
  const [insere] = await ecrireAjout(db, formeDe(nouveau), {
    ...nouveau,
    ...traceEcrite(1, trace),
    ...garde,
  })
  if (!insere) throw new CoursePerdue()
  return insere
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
