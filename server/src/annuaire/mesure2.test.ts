import { beforeAll, it } from 'vitest'
import { testBase } from '../../test/base.ts'
import { genererPays } from '../demonstration/pays.ts'
import { installer } from '../installation.ts'
import { genererAnnuaire } from './generer.ts'

const MAINTENANT = new Date('2026-03-17T10:00:00Z')
const annee = 2025
const { db } = await testBase()
beforeAll(async () => {
  await installer(db)
  await genererPays(db, {
    structures: Number(process.env['N'] ?? 8),
    mois: 28,
    maintenant: MAINTENANT,
    motDePasse: 'x'.repeat(16),
  })
})
it.each([3, 5, 10])('s %i', async (seuil) => {
  for (const ag of process.env['AG'] ? [false, true] : [false]) {
    for (const [cle, v] of [
      ['seuilSecret', seuil],
      ['agentsProteges', ag],
    ] as const)
      await db
        .insertInto('parametre')
        .values({ cle, valeur: JSON.stringify(v) })
        .onConflict((c) => c.column('cle').doUpdateSet({ valeur: JSON.stringify(v) }))
        .execute()
    const t0 = performance.now()
    const g = await genererAnnuaire(
      { db, maintenant: MAINTENANT },
      { annee, source: { annee, soumis: false }, soumis: false, introductions: {}, suite: null },
    )
    const ts = g.contenu.chapitres.flatMap((c) => c.tableaux)
    console.log(
      seuil,
      ag,
      'cachés',
      ts.reduce((s, t) => s + t.secrets, 0),
      'T4',
      ts
        .filter((t) => t.code.startsWith('T4'))
        .map((t) => `${t.code}:${t.secrets}`)
        .join(' '),
      Math.round(performance.now() - t0),
      'ms',
    )
    if (!process.env['AG'])
      for (const m of g.coulisses.masques ?? []) {
        const t = ts.find((t) => t.code === m.tableau)
        console.log(m.tableau, t?.secrets, t?.chiffres, JSON.stringify(m.regroupements))
      }
  }
})
