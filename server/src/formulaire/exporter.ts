import { arrondir, fois } from '@releve/contract/exact.ts'
import { type Fichier, type FichierEcrit, TYPES_MIME } from '@releve/contract/fichier.ts'
import type { formulaireApi } from '@releve/contract/formulaire/formulaire.api.ts'
import {
  type FormulaireEnvoye,
  LIBELLES_ETATS,
} from '@releve/contract/formulaire/formulaire.schema.ts'
import { direMemeAppareil, LIBELLES_ACTES } from '@releve/contract/formulaire/historique.ts'
import { valeurDe } from '@releve/contract/json.ts'
import { lignesTenues } from '@releve/contract/modele/calcul.place.ts'
import type { Cellule } from '@releve/contract/modele/cellule.ts'
import type { ModeleCompile } from '@releve/contract/modele/compile.schema.ts'
import type { Donnees } from '@releve/contract/modele/modele.schema.ts'
import { LIBELLES_MOIS, libellePeriode, MOIS, periodeDe } from '@releve/contract/mois.ts'
import { nommerOrganisation } from '@releve/contract/parametre/organisation.champs.ts'
import { exporterListe } from '../journal/exporter-liste.ts'
import { noter } from '../journal/noter.sql.ts'
import { findModeleCompile } from '../modele/modele.cache.ts'
import { type Colonne, composeExport } from '../platform/import.colonnes.ts'
import { toutDe } from '../platform/liste.ts'
import { composerPdfAPart } from '../platform/pdf.apart.ts'
import type { Appel, Db } from '../platform/route.ts'
import { pourDe } from '../platform/tour.ts'
import { findRecalcul } from '../tache/recalcul.sql.ts'
import { composeClasseurDe } from './classeur.ts'
import { composeFormulaire, composePublication } from './formulaire.lecture.ts'
import { type LigneExportee, listToutesLignes } from './formulaire.liste.sql.ts'
import {
  type LigneExportee as LigneDHistorique,
  listHistorique,
  listToutHistorique,
} from './historique.sql.ts'
import { rechercheDe, rechercheDuMois, sansFiltresVides } from './liste.ts'
import { findLibelleCode, findLibelleMotif } from './motif.sql.ts'
import { type FormulaireLu, papierDe } from './papier.ts'
import type { Lecture } from './publication.ts'

const numeroDuMois = (rang: number) => MOIS.indexOf(periodeDe(rang).mois) + 1

const COLONNES: readonly Colonne<LigneExportee>[] = [
  { entete: 'Numéro', largeur: 28, ecrire: ({ numero }) => numero },
  { entete: 'Code de la structure', ecrire: ({ structure }) => structure.code },
  { entete: 'Structure', largeur: 40, ecrire: ({ structure }) => structure.libelle },
  { entete: 'Type', ecrire: ({ typeStructure }) => typeStructure },
  { entete: 'Région', ecrire: ({ region }) => region },
  { entete: 'Modèle', ecrire: ({ modele }) => modele.code },
  { entete: 'Version du modèle', ecrire: ({ modele }) => modele.version },
  { entete: 'Année', ecrire: ({ rang }) => periodeDe(rang).annee },
  { entete: 'Mois', ecrire: ({ rang }) => numeroDuMois(rang) },
  { entete: 'État', ecrire: ({ etat }) => LIBELLES_ETATS[etat] },
  { entete: 'Effectif', ecrire: ({ effectif }) => effectif },
  { entete: 'Remplissage (%)', ecrire: ({ remplissage }) => arrondir(fois(100, remplissage), 0) },
  { entete: 'Erreurs', ecrire: ({ erreurs }) => erreurs },
  { entete: 'Avertissements', ecrire: ({ avertissements }) => avertissements },
  { entete: 'Remarques à traiter', ecrire: ({ remarquesOuvertes }) => remarquesOuvertes },
  { entete: 'Remarques à relire', ecrire: ({ remarquesCorrigees }) => remarquesCorrigees },
  { entete: 'Version diffusée', ecrire: ({ versionDiffusee }) => versionDiffusee || null },
  { entete: 'Soumis le (UTC)', largeur: 24, ecrire: ({ soumisLe }) => soumisLe },
  { entete: 'Hors délai', ecrire: ({ horsDelai }) => (horsDelai ? 'oui' : 'non') },
  { entete: 'Modifié le (UTC)', largeur: 24, ecrire: ({ modifieLe }) => modifieLe },
  { entete: 'Modifié par', largeur: 24, ecrire: ({ modifiePar }) => modifiePar },
]

type RechercheExportee = Appel<typeof formulaireApi.exporterFormulaires>['body']

/** What is looked for, as the journal and the file say it. */
export const direRecherche = ({
  mois,
  annee,
  etats,
  structures,
  modeles,
  regions,
  q,
}: RechercheExportee) => ({
  q,
  mois: mois && LIBELLES_MOIS[mois],
  annee,
  structure: structures,
  modele: modeles,
  region: regions,
  etat: etats,
})

/** Every form that a search finds, one line each. @throws EXPORT_TROP_GRAND */
export async function exporterFormulaires(
  appel: Appel<typeof formulaireApi.exporterFormulaires>,
): Promise<FichierEcrit> {
  const { db, agent, body } = appel
  const { format, ...cherchee } = body
  const { recalcul } = await findRecalcul(db)
  const tout = await listToutesLignes(db, agent, sansFiltresVides(rechercheDe(cherchee)))
  const filtres = direRecherche(body)
  const liste = { nom: 'rapports', titre: 'Rapports', colonnes: COLONNES, filtres, recalcul }
  return exporterListe(appel, liste, { tout, format })
}

/** The forms of a month, within the perimeter, begun or not. @throws EXPORT_TROP_GRAND */
export async function exporterFormulairesMois(
  appel: Appel<typeof formulaireApi.exporterFormulairesMois>,
): Promise<FichierEcrit> {
  const { db, agent, params, query } = appel
  const { format, ...filtree } = query
  const { recalcul } = await findRecalcul(db)
  const tout = await listToutesLignes(db, agent, sansFiltresVides(rechercheDuMois(params, filtree)))
  const { q, etat, modele, structure } = query
  const filtres = { q, periode: libellePeriode(params), structure, modele, etat }
  const liste = { nom: 'rapports', titre: 'Rapports', colonnes: COLONNES, filtres, recalcul }
  return exporterListe(appel, liste, { tout, format })
}

/** What no export of many forms carries of them, in words. */
export const TEXTES_ABSENTS = 'les commentaires et les réponses aux avertissements'

export type CaseLue = {
  adresse: string
  /** How it is called away from its form: the row of a repeating table by its rank, `ACT.2.PART_M`. */
  dehors: string
  cellule: Cellule
  valeur: Donnees[string] | undefined
}

/** The cells of a form in the order of the screen, then the rows of its repeating tables. */
export function casesDe({ parcours }: ModeleCompile, donnees: Donnees): CaseLue[] {
  return parcours.flatMap((partie): CaseLue[] => {
    if ('places' in partie) {
      return partie.places.map(({ adresse, cellule }) => ({
        adresse,
        dehors: adresse,
        cellule,
        valeur: donnees[adresse],
      }))
    }
    const { code, colonnes } = partie.tableau
    return lignesTenues(donnees, code).flatMap((ligne, rang) =>
      colonnes.map((cellule) => {
        const adresse = `${code}.${ligne}.${cellule.colonne}`
        const dehors = `${code}.${rang + 1}.${cellule.colonne}`
        return { adresse, dehors, cellule, valeur: donnees[adresse] }
      }),
    )
  })
}

const direValeur = (valeur: CaseLue['valeur'] | null) =>
  typeof valeur === 'boolean' ? (valeur ? 'oui' : 'non') : (valeur ?? null)

/** A code has its label beside it. */
const direCode = ({ cellule, valeur }: CaseLue) =>
  cellule.codes?.find(({ code }) => code === valeur)?.libelle ?? null

type AppelUn = Appel<typeof formulaireApi.exporterFormulaire>

type Mois = FormulaireEnvoye['precedent']
const moisLu = (mois: Mois) => mois && { ...mois, donnees: valeurDe(mois.donnees) }

/** A form as it would be sent, for whom its values are to be read here. */
const enValeurs = ({ definition: _definition, ...lu }: FormulaireEnvoye): FormulaireLu => ({
  ...lu,
  donnees: valeurDe(lu.donnees),
  resultats: valeurDe(lu.resultats),
  precedent: moisLu(lu.precedent),
  anneePrecedente: moisLu(lu.anneePrecedente),
})

/** The form, or its publication, with its model; with the months around it where they are printed. */
async function lireEtModele(
  appel: AppelUn,
  { formulaire: f, publication }: Lecture,
  voisins: boolean,
) {
  const { db, agent, maintenant } = appel
  const query = voisins ? {} : { sans: 'fixe' as const }
  const lu = publication
    ? await composePublication(db, agent, f, publication)
    : await composeFormulaire({ db, agent, maintenant, query }, f)
  const { compile } = await findModeleCompile(db, publication?.modeleId ?? f.modeleId)
  return { lu: enValeurs(lu), compile }
}

/** Acts printed of a form's record, from the last. */
const ACTES_MAX = 200

/** The record of a form, which a publication does not tell. */
async function lireActes(db: Db, { formulaire: f, publication }: Lecture) {
  const historique = publication
    ? null
    : await listHistorique(db, f.id, { page: 1, taille: ACTES_MAX })
  const motifs = new Map<string, string>()
  for (const { motif } of historique?.elements ?? []) {
    if (motif && !motifs.has(motif)) motifs.set(motif, await findLibelleMotif(db, motif))
  }
  const organisation = nommerOrganisation(f.reglages)
  return { historique, motifs, fuseau: f.reglages.fuseau, organisation }
}

const FEUILLE = new URL('./papier.typ', import.meta.url)

/** The same as a document to be printed and kept, with its controls, its remarks and its record. */
async function imprimer(appel: AppelUn, lecture: Lecture): Promise<Fichier> {
  const { db, maintenant } = appel
  const { formulaire: f, publication } = lecture
  const lue = await lireEtModele(appel, lecture, true)
  const publiee = publication && publication.versionDiffusee
  const libelles = {
    typeStructure: await findLibelleCode(db, 'TYPE_STRUCTURE', f.typeStructure),
    region: await findLibelleCode(db, 'REGION', f.region),
  }
  const papier = papierDe({ ...lue, ...(await lireActes(db, lecture)), libelles, publiee })
  const contenu = await composerPdfAPart(FEUILLE, papier, pourDe(appel))
  const detail = { ...(publiee !== null && { version: publiee }), format: 'pdf' }
  await noter(appel, 'FORMULAIRE_EXPORTE', { cible: f.numero, detail, espacee: true })
  const nom = `${f.numero}-${maintenant.toISOString().slice(0, 10)}.pdf`
  return { nom, typeMime: TYPES_MIME.pdf, contenu }
}

/** The same as a workbook, to be filled elsewhere and imported. */
async function enClasseur(appel: AppelUn, lecture: Lecture): Promise<Fichier> {
  const { maintenant } = appel
  const { formulaire: f, publication } = lecture
  const contenu = await composeClasseurDe({
    ...(await lireEtModele(appel, lecture, true)),
    maintenant,
  })
  const detail = { ...(publication && { version: publication.versionDiffusee }), format: 'xlsx' }
  await noter(appel, 'FORMULAIRE_EXPORTE', { cible: f.numero, detail, espacee: true })
  return {
    nom: `${f.numero}-${maintenant.toISOString().slice(0, 10)}.xlsx`,
    typeMime: TYPES_MIME.xlsx,
    contenu,
  }
}

/**
 * A form as its reader may read it, or one of its publications: cell by cell, as a workbook to be
 * filled, or as a document.
 */
export async function exporterFormulaire(
  appel: AppelUn,
  lecture: Lecture,
): Promise<Fichier | FichierEcrit> {
  const { maintenant, query } = appel
  const { format } = query
  if (format === 'pdf') return imprimer(appel, lecture)
  if (format === 'xlsx') return enClasseur(appel, lecture)
  const { formulaire: f, publication } = lecture
  const { lu, compile } = await lireEtModele(appel, lecture, false)
  const colonnes: Colonne<CaseLue>[] = [
    { entete: 'Case', largeur: 24, ecrire: ({ adresse }) => adresse },
    { entete: 'Libellé', largeur: 60, ecrire: ({ cellule }) => cellule.libelle },
    { entete: 'Valeur', largeur: 16, ecrire: ({ valeur }) => direValeur(valeur) },
    { entete: 'Libellé du code', largeur: 24, ecrire: direCode },
    { entete: 'Unité', ecrire: ({ cellule }) => cellule.unite },
    { entete: 'Calculée', ecrire: ({ cellule }) => (cellule.calculee ? 'oui' : 'non') },
    { entete: 'Commentaire', ecrire: ({ adresse }) => lu.commentaires[adresse] ?? null },
  ]
  const cases = casesDe(compile, lu.donnees)
  const quoi = publication && { version: publication.versionDiffusee }
  const filtres = {
    numero: f.numero,
    structure: f.structureCode,
    periode: libellePeriode(periodeDe(f.rang), f.moisCouverts),
    etat: lu.etat,
    ...quoi,
  }
  const detail = { ...quoi, format }
  await noter(appel, 'FORMULAIRE_EXPORTE', { cible: f.numero, detail, espacee: true })
  const tableau = { nom: f.numero, feuille: 'Rapport', colonnes, filtres }
  return composeExport(tableau, toutDe(cases), { format, maintenant })
}

const HISTORIQUE: readonly Colonne<LigneDHistorique>[] = [
  { entete: 'Le (UTC)', largeur: 24, ecrire: ({ le }) => le },
  { entete: 'Par', largeur: 24, ecrire: ({ agent }) => agent },
  { entete: 'Au nom de', largeur: 24, ecrire: ({ auNomDe }) => auNomDe },
  { entete: 'Acte', largeur: 24, ecrire: ({ action }) => LIBELLES_ACTES[action] ?? action },
  { entete: 'De l’état', ecrire: ({ de }) => de && LIBELLES_ETATS[de] },
  { entete: 'À l’état', ecrire: ({ vers }) => LIBELLES_ETATS[vers] },
  { entete: 'Forcé', ecrire: ({ force }) => (force ? 'oui' : 'non') },
  { entete: 'Motif', ecrire: ({ motif }) => motif },
  { entete: 'Explication', largeur: 40, ecrire: ({ texte }) => texte },
  {
    entete: 'Même appareil',
    largeur: 40,
    ecrire: ({ memeAppareil }) => memeAppareil && direMemeAppareil(memeAppareil),
  },
  { entete: 'Ce qui change', ecrire: ({ changement }) => changement?.sorte ?? null },
  { entete: 'Case', largeur: 24, ecrire: ({ changement }) => changement?.cle ?? null },
  { entete: 'Avant', ecrire: ({ changement }) => direValeur(changement?.avant) },
  { entete: 'Après', ecrire: ({ changement }) => direValeur(changement?.apres) },
]

/** A form's record, a line for each thing changed. @throws EXPORT_TROP_GRAND */
export async function exporterHistorique(
  appel: Appel<typeof formulaireApi.exporterHistorique>,
  { id, numero }: { id: number; numero: string },
) {
  const tout = await listToutHistorique(appel.db, id)
  const nom = `${numero}-historique`
  const liste = { nom, titre: 'Historique', colonnes: HISTORIQUE, filtres: { numero } }
  return exporterListe(appel, liste, { tout, format: appel.query.format })
}
