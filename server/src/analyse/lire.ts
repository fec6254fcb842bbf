import {
  analyseApi,
  FICHIERS_DONNEES,
  FORMATS_DONNEES,
} from '@releve/contract/analyse/analyse.api.ts'
import { type FichierEcrit, TYPES_MIME } from '@releve/contract/fichier.ts'
import { z } from 'zod'
import { lireCurseur } from '../evenement/curseur.ts'
import { noter } from '../journal/noter.sql.ts'
import { findModelesCompiles } from '../modele/modele.cache.ts'
import { listVersions } from '../modele/modele.sql.ts'
import { erreur } from '../platform/erreur.ts'
import { perimetreDe } from '../platform/perimetre.ts'
import type { Appel, Contexte, Db } from '../platform/route.ts'
import {
  findNomJeton,
  findRepere,
  type Mode,
  type Repere,
  type ValeursVoulues,
} from './analyse.sql.ts'
import { ecrireDonnees, type FormatDonnees } from './ecrire.ts'
import {
  type Depuis,
  type FichierLu,
  hacher,
  lireCalendrier,
  lireCodifications,
  lireDictionnaire,
  lireStructures,
  lireSuivi,
  lireValeurs,
  type Modeles,
} from './fichiers.ts'

type AppelDonnees = Appel<typeof analyseApi.lireDonnees>

type Liste = (typeof FICHIERS_DONNEES)[number]
const estListe = (nom: string): nom is Liste => FICHIERS_DONNEES.some((liste) => liste === nom)
const estFormat = (nom: string): nom is FormatDonnees => FORMATS_DONNEES.some((un) => un === nom)

/** Whose file it is, and its format. @throws DONNEES_INTROUVABLES */
function lireNom(fichier: string): { nom: string; format: FormatDonnees } {
  const [nom = '', format = ''] = fichier.split('.')
  if (!estFormat(format)) throw erreur('DONNEES_INTROUVABLES')
  return { nom, format }
}

const FORME_EMPREINTE = /^[\w-]{0,22}$/

/** A place in the feed: of which base, of what demand, and what had then been seen. */
const zCurseur = z.strictObject({
  base: z.string().regex(/^[0-9a-f]{32}$/),
  demande: z.string().regex(FORME_EMPREINTE),
  sceau: z.string().regex(FORME_EMPREINTE),
  photo: z.string().refine((photo) => lireCurseur(`0.${photo}`) !== null),
})
type Curseur = z.output<typeof zCurseur>

const ecrireCurseur = (curseur: Curseur): string =>
  Buffer.from(JSON.stringify(curseur)).toString('base64url')

/** @throws CURSEUR_ILLISIBLE */
function lireDepuis(texte: string): Curseur {
  const lu = z
    .string()
    .regex(/^[\w-]+$/)
    .transform((code, contexte): unknown => {
      try {
        return JSON.parse(Buffer.from(code, 'base64url').toString())
      } catch {
        contexte.addIssue({ code: 'custom', message: 'illisible' })
        return z.NEVER
      }
    })
    .pipe(zCurseur)
    .safeParse(texte)
  if (!lu.success) throw erreur('CURSEUR_ILLISIBLE')
  return lu.data
}

/** How far whoever reads reaches, month by month: what a cursor is good for. */
const porteeLue = ({ agent }: Pick<Contexte, 'agent'>) =>
  perimetreDe(agent) === null
    ? 'tout'
    : [agent.perimetre, agent.structures]
        .map((ids) => ids.toSorted((a, b) => a - b))
        .concat(
          agent.enfants
            .map(({ structureId, du, au }) => [structureId, du, au])
            .toSorted(([a = 0, b = 0], [c = 0, d = 0]) => a - c || b - d),
        )

/** What this demand is, whatever the format. */
function demandeDe({ agent, query }: AppelDonnees, nom: string): string {
  const { forme, etats, publie, versions } = query
  const filtres = [etats?.toSorted(), publie, versions?.toSorted()]
  return hacher(nom, estListe(nom) ? '' : forme, filtres, porteeLue({ agent }))
}

/**
 * Where the reader was, if he says it: of this base, of this demand. @throws CURSEUR_ILLISIBLE,
 * CURSEUR_AUTRE_BASE, CURSEUR_AUTRE_DEMANDE
 */
async function situer(
  appel: AppelDonnees,
  demande: string,
): Promise<{ repere: Repere; depuis: Depuis }> {
  const { depuis: texte } = appel.query
  const curseur = texte === undefined ? null : lireDepuis(texte)
  const repere = await findRepere(appel.db, curseur?.photo ?? null)
  if (curseur === null) return { repere, depuis: null }
  if (curseur.base !== repere.base || repere.futur) throw erreur('CURSEUR_AUTRE_BASE')
  if (curseur.demande !== demande) throw erreur('CURSEUR_AUTRE_DEMANDE')
  return { repere, depuis: curseur }
}

/** @throws DONNEES_FILTRES_CONTRAIRES */
function modeDe({ query: { etats, publie } }: AppelDonnees): Mode {
  if (etats && publie) throw erreur('DONNEES_FILTRES_CONTRAIRES')
  if (publie) return 'PUBLIE'
  return etats && etats.length > 0 ? 'ETATS' : 'VALEUR'
}

async function compilesDe(db: Db, ids: readonly number[]): Promise<Modeles> {
  const charges = await findModelesCompiles(db, ids)
  return new Map([...charges].map(([id, { compile }]) => [id, compile]))
}

/** The versions of a model that are asked for. @throws DONNEES_INTROUVABLES, VERSION_MODELE_INCONNUE */
async function versionsVoulues({ db, query }: AppelDonnees, modele: string) {
  const toutes = (await listVersions(db)).filter(({ code }) => code === modele)
  if (toutes.length === 0) throw erreur('DONNEES_INTROUVABLES')
  const voulues = query.versions?.map(Number) ?? []
  const inconnue = voulues.find((une) => !toutes.some(({ version }) => version === une))
  if (inconnue !== undefined) {
    throw erreur('VERSION_MODELE_INCONNUE', { modele, version: String(inconnue) })
  }
  return toutes.filter(({ version }) => voulues.length === 0 || voulues.includes(version))
}

/** Every version of each model, by its code. */
async function listParCode(db: Db): Promise<Map<string, Modeles>> {
  const parCode = Map.groupBy(await listVersions(db), ({ code }) => code)
  const lus = new Map<string, Modeles>()
  for (const [code, versions] of parCode) {
    lus.set(
      code,
      await compilesDe(
        db,
        versions.map(({ id }) => id),
      ),
    )
  }
  return lus
}

/** @throws DONNEES_SANS_FILTRE */
async function lireListe(appel: AppelDonnees, liste: Liste, depuis: Depuis): Promise<FichierLu> {
  const { db, agent, query } = appel
  const { etats, publie, versions, forme } = query
  if (etats || publie || versions || forme === 'large') throw erreur('DONNEES_SANS_FILTRE')
  switch (liste) {
    case 'structures':
      return lireStructures(db, agent, depuis)
    case 'codifications':
      return lireCodifications(db, depuis)
    case 'calendrier':
      return lireCalendrier(appel, depuis)
    case 'suivi':
      return lireSuivi(appel, depuis)
    case 'dictionnaire':
      return lireDictionnaire(await listParCode(db), depuis)
  }
}

async function lireModele(appel: AppelDonnees, modele: string, depuis: Depuis): Promise<FichierLu> {
  const { db, agent, query } = appel
  const mode = modeDe(appel)
  const versions = (await versionsVoulues(appel, modele)).map(({ id }) => id)
  const modeles = await compilesDe(db, versions)
  const voulues: ValeursVoulues = { agent, modele, mode, etats: query.etats ?? [], versions }
  return lireValeurs(db, { forme: query.forme, modeles, voulues }, depuis)
}

/**
 * The journal's line: who reads what, and by which token; of what follows a former reading, once in ten
 * minutes. Written as the file begins to leave.
 */
async function noterLecture({ db, agent, maintenant, query, params }: AppelDonnees): Promise<void> {
  const { etats, publie, depuis } = query
  const jeton = agent.programme ? await findNomJeton(db, agent.programme.id) : null
  const chemin = `/donnees/${params.fichier}`
  const detail = {
    jeton: jeton ?? undefined,
    objet: publie && 'dernières diffusions',
    etat: etats,
    format: params.fichier.split('.')[1],
    source: depuis === undefined ? undefined : 'une lecture d’avant',
  }
  await noter({ db, agent, maintenant }, 'DONNEES_LUES', {
    cible: jeton === null ? chemin : `${chemin} (${jeton})`,
    detail,
    ...(depuis !== undefined && { espacee: true as const }),
  })
}

/**
 * Figures or a list for a program, as they leave: with `depuis`, what has changed since the place that a
 * former reading gave (`curseur`). A place is taken first, then all is read: what is written meanwhile
 * may be in the file already, and is told again by the next one, never forgotten.
 * @throws DONNEES_INTROUVABLES, and what a demand has wrong
 */
export async function lireDonnees(appel: AppelDonnees): Promise<FichierEcrit> {
  const { nom, format } = lireNom(appel.params.fichier)
  const demande = demandeDe(appel, nom)
  const { repere, depuis } = await situer(appel, demande)
  const lu = estListe(nom)
    ? await lireListe(appel, nom, depuis)
    : await lireModele(appel, nom, depuis)
  const { base, photo } = repere
  const empreinte = hacher(demande, base, appel.query.depuis, format, lu.empreinte)
  return {
    nom: appel.params.fichier,
    typeMime: TYPES_MIME[format],
    etag: `W/"${empreinte}"`,
    curseur: ecrireCurseur({ base, demande, sceau: lu.sceau, photo }),
    morceaux: (async function* () {
      await noterLecture(appel)
      yield* ecrireDonnees(format, lu.colonnes, lu.rangees)
    })(),
  }
}
