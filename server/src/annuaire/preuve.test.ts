import type { TableauAnnuaire } from '@releve/contract/annuaire/annuaire.schema.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { testBase } from '../../test/base.ts'
import { genererPays } from '../demonstration/pays.ts'
import { installer } from '../installation.ts'
import { verifierSecret } from './enregistrer.ts'
import { cleDe } from './evaluer.ts'
import { type AnnuaireGenere, genererAnnuaire } from './generer.ts'

const MAINTENANT = new Date('2026-03-17T10:00:00Z')
const annee = 2025

const { db } = await testBase()
let genere: AnnuaireGenere

async function generer(): Promise<AnnuaireGenere> {
  const source = { annee, soumis: false }
  return genererAnnuaire(
    { db, maintenant: MAINTENANT },
    { annee, source, soumis: false, introductions: {}, suite: null },
  )
}

beforeAll(async () => {
  await installer(db)
  const pays = { structures: 8, mois: 28, maintenant: MAINTENANT, motDePasse: 'x'.repeat(16) }
  await genererPays(db, pays)
  genere = await generer()
})

const tableauxDe = ({ contenu }: AnnuaireGenere): TableauAnnuaire[] =>
  contenu.chapitres.flatMap(({ tableaux }) => tableaux)

/** The same edition, one of its hidden cells being shown. */
function montrer(tableau: string, ligne: string, colonne: string): AnnuaireGenere {
  const copie = structuredClone(genere)
  const lu = tableauxDe(copie).find(({ code }) => code === tableau)
  const l = lu?.lignes.findIndex(({ code }) => code === ligne) ?? -1
  const c = lu?.colonnes.findIndex(({ code }) => code === colonne) ?? -1
  const formule = copie.coulisses.formules.find(({ code }) => code === tableau)?.formules[l]?.[c]
  const cellules = lu?.lignes[l]?.cellules
  if (!cellules || formule?.sorte !== 'somme' || cellules[c]?.sorte !== 'secret')
    throw new Error('rien de caché')
  const valeur = new Map(copie.coulisses.valeurs).get(cleDe(formule, annee)) ?? 0
  cellules[c] = { sorte: 'valeur', valeur }
  return copie
}

/** A hidden cell of this table that is not a total: its true count, under the threshold or not. */
function* cachees(garder: (valeur: number) => boolean) {
  const valeurs = new Map(genere.coulisses.valeurs)
  const formules = new Map(genere.coulisses.formules.map((une) => [une.code, une.formules]))
  for (const { code, lignes, colonnes } of tableauxDe(genere))
    for (const [l, ligne] of lignes.entries())
      for (const [c, cellule] of ligne.cellules.entries()) {
        const formule = formules.get(code)?.[l]?.[c]
        if (cellule.sorte !== 'secret' || formule?.sorte !== 'somme') continue
        const valeur = valeurs.get(cleDe(formule, annee)) ?? 0
        if (garder(valeur)) yield [code, ligne.code, colonnes[c]?.code ?? ''] as const
      }
}

describe('le secret d’une édition, avant qu’elle ne soit arrêtée', () => {
  it('est vérifié sur ses tableaux, et dit de combien d’effectifs', async () => {
    const preuve = await verifierSecret(annee, genere, [])
    expect(preuve.valeurs).toBe(3)
    expect(preuve.chiffres).toBeGreaterThan(50)
  })

  it('dont un petit effectif est montré, est refusé, et son tableau nommé', async () => {
    const [cellule] = cachees((valeur) => valeur > 0 && valeur < 5)
    if (!cellule) throw new Error('rien de caché')
    const tableaux = expect.stringContaining(cellule[0])
    await expect(verifierSecret(annee, montrer(...cellule), [])).rejects.toMatchObject({
      code: 'SECRET_RETROUVE',
      message: tableaux,
    })
  })

  it('dont un chiffre caché pour les autres est montré, est refusé', async () => {
    const autres = [...cachees((valeur) => valeur >= 5)].slice(0, 6)
    expect(autres.length).toBeGreaterThan(2)
    const codes = await Promise.all(
      autres.map((cellule) =>
        verifierSecret(annee, montrer(...cellule), []).then(
          () => cellule.join(' '),
          ({ code }: { code: string }) => code,
        ),
      ),
    )
    expect(codes).toEqual(autres.map(() => 'SECRET_RETROUVE'))
  })

  it('que rien n’a fini de vérifier, est refusé, et les tableaux qui cachent nommés', async () => {
    const limites = { duree: 1, processeur: 60_000, memoire: 512 }
    await expect(verifierSecret(annee, genere, [], { limites })).rejects.toMatchObject({
      code: 'SECRET_NON_VERIFIE',
      message: expect.stringContaining('T2.1'),
    })
  })

  it('dont le solveur tombe, est refusé pour ce qu’il ne prouve plus, et le reste est prouvé', async () => {
    const cachent = tableauxDe(genere).filter(({ secrets }) => secrets > 0)
    const programme = new URL('./preuve.banc.ts', import.meta.url)
    const refus = await verifierSecret(annee, genere, [], { programme }).then(
      () => null,
      (echec: { code: string; message: string }) => echec,
    )
    expect(refus?.code).toBe('SECRET_NON_VERIFIE')
    const nommes = refus?.message.match(/T\d+\.\d+/g) ?? []
    expect(nommes.length).toBeGreaterThan(0)
    expect(nommes.length).toBeLessThan(cachent.length)
  })
})
