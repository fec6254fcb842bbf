import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { listOperations, type OperationNommee } from './operations.ts'

/** Lists, or what is shown as one, and the call that exports all of it. */
const EXPORTS: Record<string, string> = {
  gererModeles: 'exporterModeles',
  lireCalendrier: 'exporterCalendrier',
  lireDashboard: 'exporterDashboard',
  lireMatrice: 'exporterMatrice',
  listAExaminer: 'exporterAExaminer',
  listBrouillons: 'exporterBrouillons',
  listCourriels: 'exporterCourriels',
  listDifferences: 'exporterDifferences',
  listEcarts: 'exporterEcarts',
  listEnvoyes: 'exporterEnvoyes',
  expliquerChiffre: 'exporterExplication',
  listFormulaires: 'exporterFormulairesMois',
  listFormulairesStructures: 'exporterFormulaires',
  listHistorique: 'exporterHistorique',
  listImportants: 'exporterImportants',
  listInvitations: 'exporterInvitations',
  listJetons: 'exporterJetons',
  listJournal: 'exporterJournal',
  listLivraisons: 'exporterLivraisons',
  listOuvrages: 'exporterOuvrages',
  listProlongations: 'exporterProlongations',
  listRecus: 'exporterRecus',
  listRelances: 'exporterRelances',
  listReouvertures: 'exporterReouvertures',
  listRetards: 'exporterRetards',
  listStructures: 'exporterStructures',
  listUtilisateurs: 'exporterUtilisateurs',
  lireCodification: 'exporterCodification',
  listCodifications: 'exporterCodification',
  listWebhooks: 'exporterWebhooks',
}

/** Answers that are lists, and stand nowhere as one. */
const SANS: Record<string, string> = {
  examinerFormulaires: 'ce qu’un dialogue rappelle de rapports choisis, qui s’exportent',
  listAdresses: 'à qui l’on peut écrire, pour le choisir',
  listListes: 'le choix d’une liste de codes, dont chacune s’exporte',
  listGroupes: 'à qui l’on peut écrire, pour le choisir',
  listMesJetons: 'ses propres jetons, en petit nombre',
  listModeles: 'le choix d’un modèle ; la liste que l’on gère s’exporte',
  listMoisClos: 'les quelques mois d’un dialogue, d’une structure',
  listAnnuairesPublics: 'lue par des programmes ; chaque annuaire a ses fichiers',
  listIdentites: 'ses propres identités, une par service',
  listSessions: 'ses propres appareils, en petit nombre',
  signalerPresence: 'qui a un rapport ouvert en ce moment, et ne se garde pas',
}

/** What all read some of, in words to choose from; the whole leaves with whoever manages it. */
const GERES: Record<string, string> = {
  listStructures: 'structure.gerer',
  lireCodification: 'codification.gerer',
  listCodifications: 'codification.gerer',
}

const NOMMEES = await listOperations()

type Schema = OperationNommee['operation']['output']

/** The fields of an object's schema; none of another. */
const shapeOf = (schema: Schema | undefined): object =>
  schema && 'shape' in schema && typeof schema.shape === 'object' ? (schema.shape ?? {}) : {}

/** A page of a list, or a list whole. */
function estListe({ operation: { output } }: OperationNommee): boolean {
  const shape = shapeOf(output)
  return output.def.type === 'array' || ('elements' in shape && 'total' in shape)
}

const clesDe = (schema: Schema | undefined): string[] => Object.keys(shapeOf(schema))
const filtresDe = ({ operation: { query, body, params } }: OperationNommee) =>
  [query, body, params].flatMap(clesDe)

/** What a query says that is no filter. */
const HORS_FILTRES = new Set(['page', 'taille', 'extrait', 'cle', 'param', 'q', 'tri'])

describe('toute liste s’exporte', () => {
  it('chaque appel qui répond une liste est dit, avec son export ou ce qui en dispense', () => {
    const listes = NOMMEES.filter(estListe).map(({ nom }) => nom)
    expect(listes.length).toBeGreaterThan(25)
    const dites = new Set([...Object.keys(EXPORTS), ...Object.keys(SANS)])
    expect(listes.filter((nom) => !dites.has(nom))).toEqual([])
    const noms = new Set(NOMMEES.map(({ nom }) => nom))
    expect([...dites].filter((nom) => !noms.has(nom))).toEqual([])
  })

  test.each(Object.entries(EXPORTS))(
    '%s : le même droit, les mêmes filtres, en CSV et en XLSX',
    (nom, sien) => {
      const liste = NOMMEES.find((une) => une.nom === nom)
      const operation = liste?.table[sien]
      if (!liste || !operation) throw new Error(`${nom} sans ${sien}`)
      expect(operation.right).toBe(GERES[nom] ?? liste.operation.right)
      expect(operation.reponse).toBe('fichier')
      const entree = operation.method === 'GET' ? operation.query : operation.body
      expect(shapeOf(entree)).toMatchObject({ format: { options: ['csv', 'xlsx'] } })
      const siens = new Set(filtresDe({ nom: sien, operation, table: liste.table }))
      const manquent = filtresDe(liste).filter((cle) => !siens.has(cle) && !HORS_FILTRES.has(cle))
      // Codes are exported with the months of each: all of those of a month are among them.
      expect(nom === 'listCodifications' ? [] : manquent).toEqual([])
    },
  )
})

const WEB = join(import.meta.dirname, '../web/src')

/** Tables of screens that are no list of things, and why no file of theirs is offered. */
const TABLES: Record<string, string> = {
  'annuaire/Annexes.tsx': 'le dernier chapitre de l’annuaire, que ses fichiers donnent',
  'annuaire/Chapitre.tsx': 'un tableau de l’annuaire, que ses fichiers donnent',
  'jeton/MesJetonsPage.tsx': 'ses propres jetons, en petit nombre',
  'compte/Identites.tsx': 'ses propres identités',
  'compte/Sessions.tsx': 'ses propres appareils',
  'formulaire/accueil/central/MiseEnRoutePage.tsx':
    'les modèles collectés : leur écran et celui des structures les exportent',
  'formulaire/accueil/central/matrice/Matrice.tsx': 'exportée par Ensemble.tsx, qui la montre',
  'formulaire/accueil/Ecarts.tsx':
    'les quelques écarts d’une structure, dont les rapports s’exportent',
  'formulaire/accueil/Registre.tsx': 'les rapports d’une structure : « Mes rapports » les exporte',
  'formulaire/decision/DecisionDialogue.tsx': 'ce qu’un dialogue rappelle d’un rapport',
  'formulaire/listes/colonnes.tsx': 'les lignes d’une liste, exportée par qui la montre',
  'formulaire/saisie/grille/Grille.tsx': 'un rapport, que ses outils exportent',
  'formulaire/saisie/grille/TableSaisie.tsx': 'un rapport, que ses outils exportent',
  'formulaire/saisie/grille/Collage.tsx': 'ce qu’un collage changera d’un rapport, qui s’exporte',
  'formulaire/saisie/Passe.tsx': 'les derniers mois d’une case, dont les rapports s’exportent',
  'formulaire/saisie/Retour.tsx':
    'ce qu’un rapport a changé : son historique, qui s’exporte, dit chaque acte',
  'formulaire/saisie/Revue.tsx': 'un rapport, que ses outils exportent',
  'formulaire/saisie/actes/Dialogues.tsx':
    'la liste des touches du clavier, qui ne dit rien des données',
  'parametre/modeles/Ailleurs.tsx': 'le compte rendu d’un fichier que l’on vient de donner',
  'parametre/modeles/ModelePage.tsx': 'un modèle, qui s’exporte en JSON',
  'parametre/modeles/SimulationResultat.tsx': 'le compte rendu d’un essai, gardé un jour',
  'parametre/TableauCodes.tsx': 'une liste de codes, exportée par CodificationsForm.tsx',
  'public/Accroche.tsx': 'un exemple de tableau, sur l’accueil public',
  'public/Annee.tsx': 'un exemple de tableau, sur l’accueil public',
  'relance/PremieresPage.tsx':
    'ce qui manque à l’ouverture des relances ; les rapports des structures s’exportent',
  'structure/FicheStructure.tsx': 'les parties d’une fiche, que l’export des structures donne',
  'structure/VueCarte.tsx': 'les structures, que leur page exporte',
  'ui/graphique/Graphique.tsx': 'les chiffres d’un graphique, qu’il exporte',
  'ui/ImportTableur.tsx': 'l’aperçu d’un fichier que l’on vient de donner',
  'ui/Liste.tsx': 'exporte toute liste : on ne l’écrit pas sans',
  'ui/Tableau.tsx': 'la pièce elle-même',
  'utilisateur/UtilisateurPage.tsx':
    'les sessions d’un compte, et le début de son journal, que le journal exporte',
  'structure/CorrectionForm.tsx': 'ce qu’une correction changerait, avant qu’elle s’écrive',
  'structure/Historique.tsx': 'les périodes d’une structure : la feuille « Périodes » de la liste',
}

it('chaque tableau d’un écran s’exporte là où il est, ou dit ce qui en dispense', () => {
  const fichiers = readdirSync(WEB, { recursive: true, encoding: 'utf8' })
    .map((chemin) => chemin.replaceAll('\\', '/'))
    .filter((chemin) => chemin.endsWith('.tsx'))
  const textes = new Map(fichiers.map((un) => [un, readFileSync(join(WEB, un), 'utf8')]))
  const tableaux = fichiers.filter((un) => /<(?:Tableau|table)\b/.test(textes.get(un) ?? ''))
  expect(tableaux.length).toBeGreaterThan(30)
  const sans = tableaux.filter((un) => !/<ExportTableur|exporter=/.test(textes.get(un) ?? ''))
  expect(sans.filter((un) => !(un in TABLES))).toEqual([])
  expect(Object.keys(TABLES).filter((un) => !textes.has(un))).toEqual([])
})
