import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testBase } from '../../test/base.ts'
import { genererPays } from '../demonstration/pays.ts'
import { installer } from '../installation.ts'
import { deduire, desaccords, etroites, rapporter, resserrer, systemeLu } from './attaque.banc.ts'
import { verifierSecret } from './enregistrer.ts'
import { cleDe } from './evaluer.ts'
import { type AnnuaireGenere, genererAnnuaire } from './generer.ts'

const MAINTENANT = new Date('2026-03-17T10:00:00Z')
const annee = 2025

const { db } = await testBase()

beforeAll(async () => {
  await installer(db)
  await genererPays(db, {
    structures: 8,
    mois: 28,
    maintenant: MAINTENANT,
    motDePasse: 'x'.repeat(16),
  })
})

/** The year, at this threshold; agents are protected or not. */
async function publier(seuil: number, agentsProteges = false) {
  for (const [cle, valeur] of Object.entries({ seuilSecret: seuil, agentsProteges }))
    await db
      .insertInto('parametre')
      .values({ cle, valeur: String(valeur) })
      .onConflict((conflit) => conflit.column('cle').doUpdateSet({ valeur: String(valeur) }))
      .execute()
  const source = { annee, soumis: false }
  return genererAnnuaire(
    { db, maintenant: MAINTENANT },
    { annee, source, soumis: false, introductions: {}, suite: null },
  )
}

const tableauxDe = ({ contenu }: AnnuaireGenere) =>
  contenu.chapitres.flatMap(({ tableaux }) => tableaux)

describe('dans un pays de huit structures', () => {
  it.each([3, 5, 8, 10, 15])(
    'au seuil de %i, rien ne se calcule ni ne se resserre : ni par les totaux, ni par les présents de l’an passé',
    async (seuil) => {
      const genere = await publier(seuil)
      const tableaux = tableauxDe(genere)
      const lu = systemeLu(tableaux)
      expect(lu.inconnues.size).toBeGreaterThan(100)
      expect(desaccords(tableaux)).toEqual([])
      expect(deduire(lu)).toEqual([])
      expect(resserrer(lu)).toEqual([])
      expect(rapporter(tableaux, seuil)).toEqual([])
      expect(etroites(genere, annee, seuil)).toEqual([])
    },
  )
})

/** Figures of staff that are shown under the threshold, and rates that divide so few of them. */
function agentsMontres(genere: AnnuaireGenere, seuil: number): string[] {
  const valeurs = new Map(genere.coulisses.valeurs)
  const formules = new Map(genere.coulisses.formules.map((une) => [une.code, une.formules]))
  const petit = (valeur: number | undefined) => valeur !== undefined && valeur > 0 && valeur < seuil
  return tableauxDe(genere).flatMap(({ code, lignes, colonnes }) =>
    lignes.flatMap(({ code: ligne, cellules }, l) =>
      cellules.flatMap((cellule, c) => {
        if (cellule.sorte !== 'valeur') return []
        const formule = formules.get(code)?.[l]?.[c]
        const [agents] = formule?.sorte === 'taux' ? formule.num : []
        const divises = code === 'T4.5' && agents ? valeurs.get(cleDe(agents, annee)) : undefined
        const dits = code.startsWith('T4.') && code < 'T4.4' ? cellule.valeur : divises
        const serie = ligne === 'AGENTS' ? cellule.valeur : dits
        return petit(serie) ? [`${code} ${ligne} ${colonnes[c]?.code}`] : []
      }),
    ),
  )
}

describe('les agents présents, que couvre un réglage', () => {
  const secretsDe = (genere: AnnuaireGenere, codes: RegExp) =>
    tableauxDe(genere).reduce((n, { code, secrets }) => n + (codes.test(code) ? secrets : 0), 0)

  it.each([3, 5, 10])(
    'au seuil de %i, aucun petit nombre n’en est montré, et aucun ne se calcule ni ne se resserre',
    async (seuil) => {
      const sans = await publier(seuil)
      const genere = await publier(seuil, true)
      expect(agentsMontres(sans, seuil).length).toBeGreaterThan(10)
      expect(secretsDe(sans, /^T4\.[12]$/)).toBe(0)
      expect(agentsMontres(genere, seuil)).toEqual([])
      expect(secretsDe(genere, /^T4\.[12]$/)).toBeGreaterThan(20)
      const tableaux = tableauxDe(genere)
      expect(desaccords(tableaux)).toEqual([])
      const lu = systemeLu(tableaux)
      expect([...lu.inconnues].filter((nom) => nom.startsWith('T4.1 ')).length).toBeGreaterThan(20)
      expect([deduire(lu), resserrer(lu)]).toEqual([[], []])
      expect(etroites(genere, annee, seuil)).toEqual([])
      const preuve = await verifierSecret(annee, genere, null)
      expect(preuve.chiffres).toBeGreaterThan((await verifierSecret(annee, sans, null)).chiffres)
    },
  )

  it('la preuve refuse l’édition qui en montre un, et nomme son tableau', async () => {
    const genere = await publier(5, true)
    const formules = new Map(genere.coulisses.formules.map((une) => [une.code, une.formules]))
    const valeurs = new Map(genere.coulisses.valeurs)
    const tableau = tableauxDe(genere).find(({ code }) => code === 'T4.2')
    const ligne = tableau?.lignes.findIndex(({ cellules: [, , tous] }) => tous?.sorte === 'secret')
    const formule = formules.get('T4.2')?.[ligne ?? -1]?.[2]
    const cellules = tableau?.lignes[ligne ?? -1]?.cellules
    if (!cellules || formule?.sorte !== 'somme') throw new Error('rien de caché')
    cellules[2] = { sorte: 'valeur', valeur: valeurs.get(cleDe(formule, annee)) ?? 0 }
    await expect(verifierSecret(annee, genere, null)).rejects.toMatchObject({
      code: 'SECRET_RETROUVE',
      message: expect.stringContaining('T4.2'),
    })
  })
})

/** The one structure of its region, and of its type: three persons all year, four educators. */
const SEULE = `(select min(e.structure_id) from structure_periode e
  where 'RMA' = any(e.modeles) and 'EPM' = any(e.modeles))`
const TROIS_PERSONNES = [
  `update structure_periode set region = 'R01' where region = 'R06'`,
  `update structure_periode set type_structure = 'CAU' where type_structure = 'ORPH'`,
  `update structure_periode set region = 'R06', type_structure = 'ORPH'
    where structure_id = ${SEULE}`,
  // Every count of persons is 0, but those present: two boys and a girl, alike.
  `update formulaire set donnees = donnees
      || (select jsonb_object_agg(key, 0) from jsonb_each(donnees)
        where split_part(key, '.', 1) in ('MVT', 'ENT', 'SOR', 'AGE', 'CAT', 'HAND', 'PREST', 'INC'))
      || '{"MVT.DEB.M": 2, "MVT.DEB.F": 1, "MVT.DEB.TOT": 3, "MVT.FIN.M": 2, "MVT.FIN.F": 1,
        "MVT.FIN.TOT": 3, "AGE.A06_11.M": 2, "AGE.A06_11.F": 1, "CAT.AUTRE.M": 2, "CAT.AUTRE.F": 1}'
      || jsonb_build_object('CAPACITE', 6, 'JOURNEES', 3 * extract(day from
        make_date(annee, mois, 1) + interval '1 month - 1 day'))
    where modele_code = 'RMA' and structure_id = ${SEULE}`,
  `update formulaire set donnees = donnees
      || (select jsonb_object_agg(key, 0) from jsonb_each(donnees) where key like 'FONC.%')
      || '{"FONC.EDUC.M": 2, "FONC.EDUC.F": 2}'
    where modele_code = 'EPM' and structure_id = ${SEULE}`,
]

describe('une structure seule de sa région et de son type, de trois personnes', () => {
  beforeAll(async () => {
    for (const ordre of TROIS_PERSONNES) await sql.raw(ordre).execute(db)
  })

  it.each([5, 10])(
    'au seuil de %i, ses journées de présence, son occupation et son encadrement ne la disent pas',
    async (seuil) => {
      const genere = await publier(seuil)
      const tableaux = tableauxDe(genere)
      const ligne = (code: string) =>
        tableaux
          .find((tableau) => tableau.code === code)
          ?.lignes.find(({ code: type }) => type === 'ORPH')
          ?.cellules.map(({ sorte }) => sorte)
      expect(ligne('T2.3')).toEqual(['secret', 'secret', 'secret'])
      expect(rapporter(tableaux, seuil)).toEqual([])
      expect(ligne('T5.3')).toEqual(['secret', 'valeur', 'secret'])
      expect(ligne('T4.5')).toEqual(['secret'])
      expect(desaccords(tableaux)).toEqual([])
      const lu = systemeLu(tableaux)
      expect([deduire(lu), resserrer(lu)]).toEqual([[], []])
      expect(etroites(genere, annee, seuil)).toEqual([])
    },
  )
})
