import type { Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import type { ModeleCompile } from '@releve/contract/modele/compile.schema.ts'
import { compteEffectif } from '@releve/contract/modele/indicateurs.ts'
import type { Contexte, Donnees } from '@releve/contract/modele/modele.schema.ts'
import { moisCouvertsDe } from '@releve/contract/modele/rythme.ts'
import type { Periode } from '@releve/contract/mois.ts'
import { FORMULAIRE_INTACT } from '../../intact.ts'
import { textesDePersonne as t } from '../saisie.textes.ts'
import type { Entree, Lecture } from './client.ts'
import { ouvrirEntree } from './entree.ts'

/** What a formula asks of the outside is not there, but for a structure of a plain size. */
const CONTEXTE = { joursOuvres: 21, structure: { capacite: 40, capaciteTheorique: 40 }, autres: {} }

export function formulaireDe(mc: ModeleCompile, periode: Periode, donnees: Donnees) {
  const { code, libelle, version } = mc.modele
  return {
    ...FORMULAIRE_INTACT,
    id: 0,
    numero: '',
    modele: {
      code,
      libelle,
      version,
      avecEffectif: compteEffectif(mc.modele),
      moisCouverts: moisCouvertsDe(mc.modele),
    },
    structure: { id: 0, code: '', libelle: t.structure },
    ...periode,
    actions: [],
    echeance: '',
    verrouilleLe: '',
    donnees,
    contexte: { ...periode, ...CONTEXTE },
    definition: mc.modele,
    identification: { typeStructure: t.type, region: t.region, responsable: t.responsable },
  } satisfies Formulaire
}

/** A form with all that it is computed on. */
type Identite = Formulaire & { contexte: Contexte }

/** Opens a form that is nobody's: it computes and controls as any other, and keeps and sends nothing. */
export function ouvrirHorsLigne(mc: ModeleCompile, identite: Identite) {
  const { lecture, entree, liaison } = ouvrirEntree({
    formulaire: identite,
    mc,
    carnet: { lire: () => null, ecrire: () => undefined, entamer: () => undefined },
    // Never called: it is closed at once.
    reseau: {
      modifier: () => Promise.resolve(identite),
      relire: () => Promise.resolve(identite),
      surConflits: () => undefined,
      surEnregistre: () => undefined,
    },
  })
  void liaison.fermer()
  return { lecture, entree }
}

export type Apercu = {
  lecture: Lecture
  entree: Entree
  identite: Formulaire
  /** What was typed so far, for the next opening. */
  relever: () => Donnees
}

/** Opens the form of a model for who makes it. */
export function ouvrirApercu(mc: ModeleCompile, periode: Periode, donnees: Donnees): Apercu {
  const identite = formulaireDe(mc, periode, donnees)
  const { lecture, entree } = ouvrirHorsLigne(mc, identite)
  const relever = () => {
    const lignes = mc.tableaux.flatMap(({ code, colonnes }) =>
      lecture
        .lignes(code)
        .flatMap((ligne) => colonnes.map(({ colonne }) => `${code}.${ligne}.${colonne}`)),
    )
    return Object.fromEntries(
      [...mc.cellules.keys(), ...lignes].flatMap((adresse) => {
        const { valeur } = lecture.lire(adresse)
        return valeur === undefined ? [] : [[adresse, valeur]]
      }),
    )
  }
  return { lecture, entree, identite, relever }
}
