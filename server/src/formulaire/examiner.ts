import { ETATS_OUVERTS } from '@releve/contract/formulaire/formulaire.rules.ts'
import type { Examen, Variation } from '@releve/contract/formulaire/formulaire.schema.ts'
import { celluleDe, type ModeleCompile } from '@releve/contract/modele/compile.ts'
import type { Donnees } from '@releve/contract/modele/modele.schema.ts'
import type { Agent } from '../platform/agent.ts'
import { estDansPerimetre } from '../platform/perimetre.ts'
import type { Db } from '../platform/route.ts'
import { type EcartDuFormulaire, findEcarts } from './ecart.sql.ts'
import { type FormulaireOuvert, ouvrirFormulaire } from './formulaire.calcul.ts'
import { actionsDe } from './formulaire.lecture.ts'
import { type FormulaireCharge, findFormulaire } from './formulaire.sql.ts'
import { findMemesTextes } from './passe.ts'

/** How many of the cells that differ from last month are told. */
const VARIATIONS_MAX = 10

const nombreDe = (donnees: Donnees | null, cellule: string): number | null => {
  const valeur = donnees?.[cellule]
  return typeof valeur === 'number' ? valeur : null
}

/** How much a change strikes: large in itself and beside the figure; of one, nobody is struck. */
const poidsDe = ({ avant, apres }: Variation) =>
  Math.abs(apres - avant) / (Math.max(Math.abs(avant), Math.abs(apres)) + 10)

/** The figures entered that differ from last month's, the most striking first. */
function listVariations(compile: ModeleCompile, avant: Donnees | null, apres: Donnees) {
  const variations: Variation[] = []
  for (const [adresse, { libelle, calculee }] of compile.cellules) {
    const [hier, ici] = [nombreDe(avant, adresse), nombreDe(apres, adresse)]
    if (calculee || hier === null || ici === null || hier === ici) continue
    variations.push({ cellule: adresse, libelle, avant: hier, apres: ici })
  }
  return variations.toSorted((a, b) => poidsDe(b) - poidsDe(a))
}

function composeExamen(
  agent: Agent,
  f: FormulaireCharge,
  { calcul, modele, environs, justifications }: FormulaireOuvert,
  maintenant: Date,
): Omit<Examen, keyof Attendu> {
  const { compile } = modele
  const donnees = ETATS_OUVERTS.includes(f.etat) ? calcul.donnees() : f.donnees.lire()
  const variations = listVariations(compile, environs.precedent?.donnees ?? null, donnees)
  const resultats = calcul.resultats()
  return {
    id: f.id,
    numero: f.numero,
    etat: f.etat,
    version: f.version,
    actions: actionsDe(agent, f, maintenant),
    effectif: f.effectif,
    erreurs: resultats.filter(({ niveau }) => niveau === 'BLOQUANT').map(({ message }) => message),
    avertissements: resultats
      .filter(({ niveau }) => niveau === 'AVERTISSEMENT')
      .map(({ cle, message }) => {
        return { cle, message, justification: justifications[cle] ?? null, memeTexte: null }
      }),
    remarques: f.remarques
      .filter(({ statut }) => statut !== 'LEVEE')
      .map((remarque) => ({
        ...remarque,
        libelle: remarque.cellule && (celluleDe(compile, remarque.cellule)?.libelle ?? null),
      })),
    precedentRecu: environs.precedent !== null,
    variations: variations.slice(0, VARIATIONS_MAX),
    nbVariations: variations.length,
  }
}

type Attendu = Pick<Examen, 'effectifPrecedent' | 'effectifTheorique' | 'ecart' | 'niveau'>

/** How its headcount stands to the expected one: as the dashboard says it. */
function direAttendu({ precedent, theorique, ecart, niveau }: EcartDuFormulaire): Attendu {
  return { effectifPrecedent: precedent, effectifTheorique: theorique, ecart, niveau }
}

/**
 * What is looked at before these forms are accepted, in the order asked; those outside the
 * perimeter are left out, as a list leaves them out. Far less than the forms whole, since lists are
 * read on poor lines.
 */
export async function listExamens(
  db: Db,
  agent: Agent,
  ids: readonly number[],
  maintenant: Date,
): Promise<Examen[]> {
  const examens: Examen[] = []
  const ecarts = await findEcarts(db, ids)
  for (const id of new Set(ids)) {
    const f = await findFormulaire(db, { id })
    if (!f || !estDansPerimetre(agent, f)) continue
    const saisi = ETATS_OUVERTS.includes(f.etat)
    const lue = saisi ? { ...f, structureLue: f.structureActuelle } : f
    const examen = composeExamen(agent, f, await ouvrirFormulaire(db, lue, true), maintenant)
    const ecart = ecarts.get(id)
    if (ecart) examens.push({ ...examen, ...direAttendu(ecart) })
  }
  return avecMemesTextes(db, examens)
}

const estJustifie = ({ avertissements }: Examen) =>
  avertissements.some(({ justification }) => justification !== null)

/** Says of each reason whether the months before gave it in the same words. */
async function avecMemesTextes(db: Db, examens: readonly Examen[]): Promise<Examen[]> {
  const ids = examens.filter(estJustifie).map(({ id }) => id)
  const direMeme = await findMemesTextes(db, ids)
  return examens.map((examen) => ({
    ...examen,
    avertissements: examen.avertissements.map((dit) => ({
      ...dit,
      memeTexte: direMeme(examen.id, dit.cle, dit.justification),
    })),
  }))
}
