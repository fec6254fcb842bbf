import { expect, it } from 'vitest'
import { ouvrirPays } from './jouer.ts'
import { REGARDS, tirerJournal } from './tirer.ts'
import { Photo } from './reference/photo.ts'

const journal = tirerJournal(Number(process.env['GRAINE'] ?? 1), Number(process.env['STRUCTURES'] ?? 40))
it('joue', async () => {
  console.log(journal.length, journal.filter(a=>a.acte==='RAPPORT').length)
  const t = Date.now()
  const pays = await ouvrirPays(journal)
  for (const r of REGARDS) { await pays.jouerJusqua(r); console.log(r, Date.now()-t, new Photo(journal, r).rapports.size) }
  expect(1).toBe(1)
})
