import { blancDe } from '@releve/contract/champs.ts'
import type { codificationApi } from '@releve/contract/codification/codification.api.ts'
import { CHAMPS_VALEUR } from '@releve/contract/codification/codification.champs.ts'
import {
  type FicheValeur,
  zFicheValeur,
} from '@releve/contract/codification/codification.schema.ts'
import type { FichierEcrit } from '@releve/contract/fichier.ts'
import type { Import } from '@releve/contract/import.ts'
import { noter } from '../journal/noter.sql.ts'
import {
  type Colonne as ColonneDe,
  colonneDe,
  composeExport,
  type Lecture,
  readMois,
  readOuRien,
} from '../platform/import.colonnes.ts'
import type { Importation } from '../platform/import.jugement.ts'
import { exporterRestes } from '../platform/import.restes.ts'
import { importer } from '../platform/import.ts'
import { toutDe } from '../platform/liste.ts'
import type { Appel, Db } from '../platform/route.ts'
import { plier } from '../platform/tableur.cases.ts'
import { demanderRecalcul } from '../tache/recalcul.sql.ts'
import { changementsDe, dire, fautesDe, ficheDe } from './changement.ts'
import {
  type ListeTenue,
  listValeurs,
  upsertListe,
  type ValeurTenue,
  verrouillerCodifications,
} from './codification.sql.ts'
import { ecrireCodes, type ListeJugee, tenirListe } from './enregistrer.ts'

const FEUILLE = 'Codes'

type Colonne = ColonneDe<FicheValeur, keyof FicheValeur>

/** A column as the table of the fields says it. */
const colonne = (
  champ: keyof FicheValeur,
  ecrire: Colonne['ecrire'],
  propre?: Partial<Lecture<keyof FicheValeur>>,
) => colonneDe(champ, CHAMPS_VALEUR[champ], ecrire, propre)

/** What is no month of a year is left to the field, which says why. */
function lireMois(cellule: string): string | null {
  const { annee, mois } = readMois(cellule) ?? {}
  return annee ? `${annee}-${String(mois).padStart(2, '0')}` : readOuRien(cellule)
}

const OUI = ['oui', 'o', '1', 'vrai']
const NON = ['non', 'n', '0', 'faux']
const lireOuiNon = (cellule: string): boolean | undefined => {
  const plie = plier(cellule)
  return OUI.includes(plie) ? true : NON.includes(plie) ? false : undefined
}

const COLONNES: readonly Colonne[] = Object.values({
  code: colonne('code', ({ code }) => code, { requise: true }),
  libelle: colonne('libelle', ({ libelle }) => libelle, { requise: true }),
  ordre: colonne('ordre', ({ ordre }) => ordre, {
    attendu: CHAMPS_VALEUR.ordre.faute,
    muette: true,
  }),
  parent: colonne('parent', ({ parent }) => parent, { lire: readOuRien }),
  valableDu: colonne('valableDu', ({ valableDu }) => valableDu, { lire: lireMois }),
  valableAu: colonne('valableAu', ({ valableAu }) => valableAu, { lire: lireMois }),
  actif: colonne('actif', ({ actif }) => (actif ? 'oui' : 'non'), {
    lire: lireOuiNon,
    attendu: 'Écrivez oui ou non.',
    muette: true,
  }),
} satisfies Record<keyof FicheValeur, Colonne>)

/** Codes of one list: what the file has not stays as it is, and nothing is taken out. */
const importationDe = (
  liste: ListeTenue,
  dernier: number,
): Importation<ValeurTenue, FicheValeur, ListeJugee> => ({
  feuille: FEUILLE,
  cle: CHAMPS_VALEUR.code.libelle,
  schema: zFicheValeur,
  vierge: {
    ...blancDe(CHAMPS_VALEUR),
    code: '',
    libelle: '',
    ordre: dernier + 1,
    actif: true,
    parent: null,
  },
  // After the others; `ecrire` gives each its rank.
  nouvelle: { ordre: dernier + 1, actif: true },
  async tenir({ db }, _, ecrit) {
    if (ecrit) await verrouillerCodifications(db)
    return tenirListe(db, liste, liste)
  },
  colonnes: () => COLONNES,
  trouver: ({ actuelles }, code) => actuelles.get(code) ?? null,
  ficheDe,
  normaliser: (fiche) => fiche,
  changements: changementsDe,
  dire: (valeur) => dire(valeur) ?? '—',
  nommer: ({ libelle }) => libelle,
  doublon: (code, premiere) => `Le code «\u00a0${code}\u00a0» est déjà à la ligne ${premiere}.`,
  // The list as all the lines would leave it.
  juger(tenu, lignes) {
    const voulues = new Map([...tenu.actuelles].map(([code, un]) => [code, ficheDe(un)]))
    for (const { cle, fiche } of lignes) if (cle) voulues.set(cle, { ...fiche, code: cle })
    const fautes = Map.groupBy(fautesDe(tenu, voulues), ({ valeur }) => valeur)
    return ({ cle }) => fautes.get(cle) ?? []
  },
  ecrire:
    (contexte) =>
    ({ numero, cellules, fiche: lue, avant }) => {
      const range = avant || cellules[CHAMPS_VALEUR.ordre.libelle]
      const fiche = range ? lue : { ...lue, ordre: dernier + numero - 1 }
      const changements = avant && changementsDe(avant, fiche)
      return ecrireCodes(contexte, liste.code, [{ fiche, avant, changements }])
    },
  async noter(contexte, { creations: crees, modifications: modifies, laissees: laisses }) {
    if (crees + modifies > 0) {
      await upsertListe(contexte.db, liste)
      await demanderRecalcul(contexte.db, { liste: liste.code })
    }
    const detail = { crees, modifies, ...(laisses > 0 && { laisses }) }
    await noter(contexte, 'CODES_IMPORTES', { cible: liste.code, detail })
  },
})

/** The import of a list, as its codes are ranked now. */
async function preparer(db: Db, liste: ListeTenue) {
  const valeurs = await listValeurs(db, liste.code)
  return importationDe(liste, Math.max(0, ...valeurs.map(({ ordre }) => ordre)))
}

/** @throws TABLEUR_ILLISIBLE, IMPORT_REFUSE, SERVICE_OCCUPE */
export const importerCodification = async (
  appel: Appel<typeof codificationApi.importerCodification>,
  liste: ListeTenue,
): Promise<Import> => importer(appel, await preparer(appel.db, liste))

/** @throws TABLEUR_ILLISIBLE, AUCUNE_LIGNE_RESTANTE, SERVICE_OCCUPE */
export const exporterCodesRestants = async (
  appel: Appel<typeof codificationApi.exporterCodesRestants>,
  liste: ListeTenue,
): Promise<FichierEcrit> => exporterRestes(appel, await preparer(appel.db, liste))

/** The codes of a list, in a spreadsheet that can be imported again. */
export async function exporterCodification(
  appel: Appel<typeof codificationApi.exporterCodification>,
  { code }: ListeTenue,
): Promise<FichierEcrit> {
  const { db, query, maintenant } = appel
  const { format } = query
  const valeurs = await listValeurs(db, code)
  await noter(appel, 'CODES_EXPORTES', { cible: code, detail: { format, lignes: valeurs.length } })
  const tableau = { nom: `codes-${code.toLowerCase()}`, feuille: FEUILLE, colonnes: COLONNES }
  return composeExport(tableau, toutDe(valeurs.map(ficheDe)), { format, maintenant })
}
