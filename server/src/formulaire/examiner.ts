import { ETATS_OUVERTS } from '@releve/contract/formulaire/formulaire.rules.ts'
import type { Ecart, Examen } from '@releve/contract/formulaire/formulaire.schema.ts'
import { celluleDe, type ModeleCompile } from '@releve/contract/modele/compile.ts'
import type { Donnees } from '@releve/contract/modele/modele.schema.ts'
import type { Agent } from '../platform/agent.ts'
import type { Db } from '../platform/route.ts'
import { type FormulaireOuvert, ouvrirFormulaire } from './formulaire.calcul.ts'
import { actionsDe } from './formulaire.lecture.ts'
import { estDansPerimetre } from './formulaire.rights.ts'
import { type FormulaireCharge, findFormulaire } from './formulaire.sql.ts'
import { findMemesTextes } from './passe.ts'

/** How many of the cells that differ from last month are told. */
const ECARTS_MAX = 10

const nombreDe = (donnees: Donnees | null, cellule: string): number | null => {
  const valeur = donnees?.[cellule]
  return typeof valeur === 'number' ? valeur : null
}

/** How much a change strikes: large in itself and beside the figure; of one, nobody is struck. */
const poidsDe = ({ avant, apres }: Ecart) =>
  Math.abs(apres - avant) / (Math.max(Math.abs(avant), Math.abs(apres)) + 10)

/** The figures entered that differ from last month's, the most striking first. */
function listEcarts(compile: ModeleCompile, avant: Donnees | null, apres: Donnees): Ecart[] {
  const ecarts: Ecart[] = []
  for (const [adresse, { libelle, calculee }] of compile.cellules) {
    const [hier, ici] = [nombreDe(avant, adresse), nombreDe(apres, adresse)]
    if (calculee || hier === null || ici === null || hier === ici) continue
    ecarts.push({ cellule: adresse, libelle, avant: hier, apres: ici })
  }
  return ecarts.toSorted((a, b) => poidsDe(b) - poidsDe(a))
}

function composeExamen(
  agent: Agent,
  f: FormulaireCharge,
  { calcul, modele, environs, justifications }: FormulaireOuvert,
  maintenant: Date,
): Examen {
  const { compile } = modele
  const { indicateurs } = compile.modele
  const donnees = ETATS_OUVERTS.includes(f.etat) ? calcul.donnees() : f.donnees.lire()
  const ecarts = listEcarts(compile, environs.precedent, donnees)
  const resultats = calcul.resultats()
  return {
    id: f.id,
    numero: f.numero,
    etat: f.etat,
    version: f.version,
    actions: actionsDe(agent, f, maintenant),
    effectif: f.effectif,
    effectifPrecedent: nombreDe(environs.precedent, indicateurs.effectif),
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
    ecarts: ecarts.slice(0, ECARTS_MAX),
    nbEcarts: ecarts.length,
  }
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
  for (const id of new Set(ids)) {
    const f = await findFormulaire(db, { id })
    if (!f || !estDansPerimetre(agent, f.structureId)) continue
    const saisi = ETATS_OUVERTS.includes(f.etat)
    const lue = saisi ? { ...f, structureLue: f.structureActuelle } : f
    examens.push(composeExamen(agent, f, await ouvrirFormulaire(db, lue, true), maintenant))
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
