import type { annuaireApi, SourceAnnuaire } from '@releve/contract/annuaire/annuaire.api.ts'
import type { Chiffre, Difference } from '@releve/contract/annuaire/annuaire.schema.ts'
import { LIBELLES_ETATS } from '@releve/contract/formulaire/formulaire.schema.ts'
import { MOIS } from '@releve/contract/mois.ts'
import { exporterListe } from '../journal/exporter-liste.ts'
import type { Colonne } from '../platform/import.colonnes.ts'
import { TOUTE, toutDe } from '../platform/liste.ts'
import type { Appel } from '../platform/route.ts'
import { pageDifferences } from './differences.ts'
import { expliquerChiffre } from './expliquer.ts'
import { texteDeChiffre } from './fichiers/chiffre.ts'
import { findContenuDe, findLisible } from './lire.ts'

/** A number, or what stands in its place. */
const dire = (chiffre: Chiffre | null) =>
  chiffre?.sorte === 'valeur' ? chiffre.valeur : chiffre && texteDeChiffre(chiffre)

const DIFFERENCES: readonly Colonne<Difference>[] = [
  { entete: 'Tableau', ecrire: ({ tableau }) => tableau },
  { entete: 'Titre', largeur: 40, ecrire: ({ titre }) => titre },
  { entete: 'Ligne', ecrire: ({ ligne }) => ligne },
  { entete: 'Libellé de la ligne', largeur: 30, ecrire: ({ libelleLigne }) => libelleLigne },
  { entete: 'Colonne', ecrire: ({ colonne }) => colonne },
  { entete: 'Libellé de la colonne', largeur: 30, ecrire: ({ libelleColonne }) => libelleColonne },
  { entete: 'Avant', ecrire: ({ avant }) => dire(avant) },
  { entete: 'Après', ecrire: ({ apres }) => dire(apres) },
]

/** The figures of two editions, for whoever may read both. @throws ANNUAIRE_INTROUVABLE */
export async function lireDifferences(
  appel: Appel<typeof annuaireApi.exporterDifferences | typeof annuaireApi.listDifferences>,
  page: { page: number; taille: number },
) {
  const { annee } = appel.params
  const { de, vers } = appel.query
  const avant = await findContenuDe(appel, await findLisible(appel, annee, de))
  const apres = await findContenuDe(appel, await findLisible(appel, annee, vers))
  return pageDifferences(avant, apres, page)
}

/** What changed from one edition to another. @throws ANNUAIRE_INTROUVABLE, EXPORT_TROP_GRAND */
export async function exporterDifferences(appel: Appel<typeof annuaireApi.exporterDifferences>) {
  const { annee } = appel.params
  const { de, vers, format } = appel.query
  const { elements } = await lireDifferences(appel, TOUTE)
  const filtres = { annee, edition: [de, vers] }
  const titre = 'Chiffres changés'
  const liste = { nom: `annuaire-${annee}-differences`, titre, colonnes: DIFFERENCES, filtres }
  return exporterListe(appel, liste, { tout: toutDe(elements), format })
}

const ETATS: ReadonlyMap<string, string> = new Map(Object.entries(LIBELLES_ETATS))

const SOURCES: readonly Colonne<SourceAnnuaire>[] = [
  { entete: 'Rapport', largeur: 28, ecrire: ({ numero }) => numero },
  { entete: 'Code de la structure', ecrire: ({ structure }) => structure },
  { entete: 'Structure', largeur: 40, ecrire: ({ libelle }) => libelle },
  { entete: 'Année', ecrire: ({ annee }) => annee },
  { entete: 'Mois', ecrire: ({ mois }) => MOIS.indexOf(mois) + 1 },
  { entete: 'Mois couverts', ecrire: ({ moisCouverts }) => moisCouverts },
  { entete: 'Modèle', ecrire: ({ modele }) => modele },
  { entete: 'Version du modèle', ecrire: ({ versionModele }) => versionModele },
  { entete: 'Version', ecrire: ({ version }) => version },
  { entete: 'Version diffusée', ecrire: ({ versionDiffusee }) => versionDiffusee },
  { entete: 'État', ecrire: ({ etat }) => ETATS.get(etat) ?? etat },
  { entete: 'Apport', ecrire: ({ apport }) => apport },
  { entete: 'Partie du calcul', ecrire: ({ partie }) => partie + 1 },
  {
    entete: 'Cases',
    largeur: 60,
    ecrire: ({ cellules }) =>
      cellules.map(({ cellule, valeur }) => `${cellule}\u00a0: ${valeur ?? '—'}`).join('\u202f; '),
  },
]

/** The forms that make a figure. @throws ANNUAIRE_INTROUVABLE, ANNEE_A_VENIR, CHIFFRE_INTROUVABLE */
export async function exporterExplication(appel: Appel<typeof annuaireApi.exporterExplication>) {
  const { annee } = appel.params
  const { format, edition, ...vise } = appel.query
  const demande = { annee, edition, ...vise, ...TOUTE }
  const { elements, titre, libelleLigne, libelleColonne } = await expliquerChiffre(appel, demande)
  const filtres = { annee, edition, texte: `${titre}, ${libelleLigne}, ${libelleColonne}` }
  const nom = `annuaire-${annee}-${vise.tableau}-sources`
  const liste = { nom, titre: 'Rapports d’un chiffre', colonnes: SOURCES, filtres }
  return exporterListe(appel, liste, { tout: toutDe(elements), format })
}
