import { describe, expect, it } from 'vitest'
import { ANNUAIRE_EXEMPLE, EDITIONS_EXEMPLE } from './annuaire.banc.ts'
import {
  ETATS_ANNUAIRE,
  LIBELLES_ABSENCES,
  LIBELLES_ERRATUM,
  LIBELLES_ETATS_ANNUAIRE,
  RAISONS_ABSENCE,
  SIGNE_SECRET,
  SIGNES_ABSENCES,
  zAnnuaire,
  zAnnuaireLu,
  zEditionAnnuaire,
} from './annuaire.schema.ts'

describe('le contenu d’un annuaire', () => {
  it('est de la forme promise, sans rien de plus', () => {
    expect(zAnnuaire.strict().parse(ANNUAIRE_EXEMPLE)).toEqual(ANNUAIRE_EXEMPLE)
    expect(zAnnuaireLu.safeParse(ANNUAIRE_EXEMPLE).success).toBe(true)
    for (const edition of EDITIONS_EXEMPLE) expect(zEditionAnnuaire.parse(edition)).toEqual(edition)
  })

  it('a dans chaque ligne autant de cases que le tableau a de colonnes', () => {
    const tableaux = ANNUAIRE_EXEMPLE.chapitres.flatMap((c) => c.tableaux)
    for (const { code, colonnes, lignes } of tableaux)
      for (const ligne of lignes)
        expect([code, ligne.code, ligne.cellules.length]).toEqual([
          code,
          ligne.code,
          colonnes.length,
        ])
  })

  it('nomme chaque état, chaque absence et chaque correction', () => {
    expect(ETATS_ANNUAIRE.every((etat) => LIBELLES_ETATS_ANNUAIRE[etat])).toBe(true)
    expect(RAISONS_ABSENCE.every((r) => LIBELLES_ABSENCES[r] && SIGNES_ABSENCES[r])).toBe(true)
    expect([SIGNE_SECRET, LIBELLES_ERRATUM.ERREUR]).toEqual(['s', 'Erreur corrigée'])
  })
})
