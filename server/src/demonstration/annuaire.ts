import { rangCourant } from '@releve/contract/calendrier/calendrier.rules.ts'
import { findEdition, insertEdition, updatePublication } from '../annuaire/annuaire.sql.ts'
import { figer } from '../annuaire/enregistrer.ts'
import { findEtendue } from '../annuaire/retenus.sql.ts'
import { findReglages } from '../parametre/calendrier.ts'
import type { Db } from '../platform/route.ts'

/** Months after which the demonstration's forms are all published. */
const DELAI = 3
/** 15 April, in the morning: when an annuaire is published; frozen six weeks before. */
const PUBLICATION = { mois: 3, jour: 15, heure: 9 }
const ARRET = { mois: 2, jour: 2, heure: 10 }

const AVANT_PROPOS =
  `Cet annuaire rassemble ce que les structures ont transmis chaque mois, et que la direction centrale a vérifié. Il doit tout à celles et ceux qui tiennent les registres.

Les chiffres manquants restent manquants : la couverture de chaque tableau dit ce qu’il représente. Toute remarque aidera l’édition suivante.`.replaceAll(
    ' :',
    '\u00a0:',
  )

const INTRODUCTIONS = {
  '2': 'Ce chapitre compte les personnes présentes le dernier jour de chaque mois.',
  '4': 'Les agents en position particulière ne sont pas comptés parmi les présents.',
}

/**
 * Publishes the annuaire of the last year whose months are all published, made as the platform
 * makes it from the base's forms; nothing when there are none.
 */
export async function publierAnnuaire(db: Db, maintenant: Date): Promise<void> {
  const { fuseau } = await findReglages(db)
  const courant = rangCourant(maintenant, fuseau)
  const annee = Math.floor((courant - DELAI + 1) / 12) - 1
  const { formulaires } = await findEtendue(db, { annee, soumis: false })
  if (formulaires === 0) return
  const le = ({ mois, jour, heure }: typeof ARRET) =>
    new Date(Math.min(Date.UTC(annee + 1, mois, jour, heure), maintenant.getTime()))
  const id = await insertEdition(db, {
    annee,
    edition: 1,
    titre: `Annuaire statistique ${annee}`,
    avantPropos: AVANT_PROPOS,
    introductions: INTRODUCTIONS,
    chapitresOmis: [],
    nature: null,
    correction: null,
  })
  const edition = await findEdition(db, { annee })
  if (edition) await figer({ db, maintenant: le(ARRET) }, edition)
  await updatePublication(db, id, le(PUBLICATION))
}
