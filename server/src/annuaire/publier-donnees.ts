import { createHash } from 'node:crypto'
import type { Annuaire } from '@releve/contract/annuaire/annuaire.schema.ts'
import {
  FICHIERS_ANNUAIRE,
  FORMATS_ANNUAIRE,
  LIBELLES_FORMATS_ANNUAIRE,
  LICENCES,
  nomAnnuaire,
} from '@releve/contract/annuaire/fichier.schema.ts'
import type { Fichier } from '@releve/contract/fichier.ts'
import type { Config } from '../platform/config.ts'
import { erreur } from '../platform/erreur.ts'
import type { Db } from '../platform/route.ts'
import { StampedCache } from '../platform/stamp.ts'
import { type Demandeur, pourDe } from '../platform/tour.ts'
import { compterDemande } from '../session/tentative.sql.ts'
import { type Edition, findContenu, findEdition, listEditions } from './annuaire.sql.ts'
import { csvDe, tableauxDe } from './fichiers/donnees.ts'
import { cheminCsv, paquetDe } from './fichiers/paquet.ts'
import { telecharger } from './fichiers/preparer.ts'
import { findLicence } from './licence.ts'

/** Files of an address in fifteen minutes: all the tables of ten years, several times. */
const QUOTA = { maximum: 2000, fenetre: 15 * 60_000 }

type Visiteur = Demandeur & { db: Db; maintenant: Date }

/** Published contents never change: the last that were read of a base stay at hand. */
const lus = new StampedCache<Annuaire>(3)

async function relirePublie(db: Db, edition: Edition): Promise<Annuaire> {
  const contenu = await findContenu(db, edition.id)
  if (!contenu) throw erreur('ANNUAIRE_INTROUVABLE')
  const {
    id: _i,
    introductions: _,
    chapitresOmis: _o,
    nature: _n,
    correction: _c,
    ...entete
  } = edition
  const lecture = { provisoire: false, soumisInclus: false, sommaire: [], actions: [] }
  return { ...entete, ...contenu, ...lecture }
}

const lirePublie = (db: Db, edition: Edition): Promise<Annuaire> =>
  lus.selon(db, String(edition.id), edition.version, async () => ({
    stamp: edition.version,
    valeur: await relirePublie(db, edition),
  }))

/** A year, and one of its published editions; the last unless told. */
type EditionDite = { annee: number; edition?: number | undefined }

/** A published edition of a year. @throws ANNUAIRE_INTROUVABLE */
async function findPublie(
  db: Db,
  voulue: EditionDite,
): Promise<{ id: number; annuaire: Annuaire }> {
  const edition = await findEdition(db, { ...voulue, etats: ['PUBLIE'] })
  if (!edition) throw erreur('ANNUAIRE_INTROUVABLE')
  return { id: edition.id, annuaire: await lirePublie(db, edition) }
}

/** What was asked for by its edition leads to that edition: what is quoted stays what it was. */
const adresseDe = (
  { prefixe }: Pick<Config, 'prefixe'>,
  { annee, edition }: EditionDite,
  fichier = '',
): string =>
  `${prefixe}/public/annuaires/${annee}${fichier && `/${fichier}`}${edition === undefined ? '' : `?edition=${edition}`}`

/** One for each year: the last published edition. */
export async function listPublications(db: Db, config: Pick<Config, 'prefixe'>) {
  const annees = new Set<number>()
  return (await listEditions(db, true)).flatMap(({ annee, edition, titre, publieLe }) => {
    if (annees.has(annee) || !publieLe) return []
    annees.add(annee)
    return [{ annee, edition, titre, publieLe, adresse: adresseDe(config, { annee }) }]
  })
}

/** @throws ANNUAIRE_INTROUVABLE */
export async function lirePublication(
  db: Db,
  config: Pick<Config, 'prefixe'>,
  voulue: EditionDite,
) {
  const { annee } = voulue
  const { annuaire } = await findPublie(db, voulue)
  const toutes = (await listEditions(db, true)).filter((une) => une.annee === annee)
  const { edition, titre, organisation, pays, arreteLe, publieLe, empreinte } = annuaire
  const adresser = (fichier: string) => adresseDe(config, voulue, fichier)
  return {
    annee,
    edition,
    titre,
    organisation,
    pays,
    arreteLe,
    empreinte,
    publieLe: publieLe ?? '',
    adresse: adresseDe(config, voulue),
    editions: toutes.flatMap(({ edition: une, publieLe: le }) =>
      le
        ? [{ edition: une, publieLe: le, adresse: adresseDe(config, { annee, edition: une }) }]
        : [],
    ),
    licence: LICENCES[await findLicence(db)],
    paquet: adresser('datapackage.json'),
    fichiers: FORMATS_ANNUAIRE.map((format) => ({
      format,
      libelle: LIBELLES_FORMATS_ANNUAIRE[format],
      typeMime: FICHIERS_ANNUAIRE[format].typeMime,
      adresse: adresser(nomPublic(annee, format)),
    })),
    tableaux: tableauxDe(annuaire).map(({ code, titre: nom, unite }) => {
      return { code, titre: nom, unite, adresse: adresser(cheminCsv(code)) }
    }),
  }
}

/** Its name does not say its edition: an address stays the same when figures are corrected. */
const nomPublic = (annee: number, format: (typeof FORMATS_ANNUAIRE)[number]): string =>
  nomAnnuaire({ annee, edition: 1, provisoire: false }, format)

const publique = (fichier: Fichier): Fichier => ({
  ...fichier,
  cache: 'publique',
  etag: `W/"${createHash('sha256').update(fichier.contenu).digest('base64url')}"`,
})

const compter = ({ db, adresse, maintenant }: Visiteur): Promise<void> =>
  compterDemande(db, `public:${adresse}`, QUOTA, maintenant)

/** @throws ANNUAIRE_INTROUVABLE, TROP_DE_DEMANDES */
export async function lirePaquet(visiteur: Visiteur, voulue: EditionDite): Promise<Fichier> {
  await compter(visiteur)
  const { annuaire } = await findPublie(visiteur.db, voulue)
  const licence = await findLicence(visiteur.db)
  return publique({
    nom: 'datapackage.json',
    typeMime: 'application/json; charset=utf-8',
    disposition: 'inline',
    contenu: paquetDe(annuaire, tableauxDe(annuaire), licence),
  })
}

/** The whole in a format, or one table. @throws ANNUAIRE_INTROUVABLE, TROP_DE_DEMANDES */
export async function lireFichier(
  visiteur: Visiteur,
  { fichier, ...voulue }: EditionDite & { fichier: string },
): Promise<Fichier> {
  await compter(visiteur)
  const { annee } = voulue
  const { id: annuaireId, annuaire } = await findPublie(visiteur.db, voulue)
  const format = FORMATS_ANNUAIRE.find((connu) => nomPublic(annee, connu) === fichier)
  if (format) {
    const commande = { format, pour: pourDe(visiteur) }
    return publique(await telecharger(visiteur.db, { annuaire, annuaireId }, commande))
  }
  const tableau = tableauxDe(annuaire).find(({ code }) => cheminCsv(code) === fichier)
  if (!tableau) throw erreur('ANNUAIRE_INTROUVABLE')
  const contenu = await csvDe(tableau, annee)
  return publique({ nom: fichier, typeMime: 'text/csv; charset=utf-8', contenu })
}
