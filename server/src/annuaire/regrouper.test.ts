import type { TableauAnnuaire } from '@releve/contract/annuaire/annuaire.schema.ts'
import { beforeAll, expect, it } from 'vitest'
import { testBase } from '../../test/base.ts'
import { genererPays } from '../demonstration/pays.ts'
import { installer } from '../installation.ts'
import { cleDe } from './evaluer.ts'
import { jsonDe } from './fichiers/donnees.ts'
import { piedDe } from './fichiers/ouvrage.ts'
import { type AnnuaireGenere, genererAnnuaire } from './generer.ts'

const MAINTENANT = new Date('2026-03-17T10:00:00Z')
const annee = 2025
const SEUIL = 10

const { db } = await testBase()
let genere: AnnuaireGenere

beforeAll(async () => {
  await installer(db)
  const pays = { structures: 8, mois: 28, maintenant: MAINTENANT, motDePasse: 'x'.repeat(16) }
  await genererPays(db, pays)
  await db
    .insertInto('parametre')
    .values({ cle: 'seuilSecret', valeur: String(SEUIL) })
    .onConflict((conflit) => conflit.column('cle').doUpdateSet({ valeur: String(SEUIL) }))
    .execute()
  const demande = { annee, source: { annee, soumis: false }, soumis: false, introductions: {} }
  genere = await genererAnnuaire({ db, maintenant: MAINTENANT }, { ...demande, suite: null })
})

const tableaux = (): TableauAnnuaire[] =>
  genere.contenu.chapitres.flatMap((chapitre) => chapitre.tableaux)

/** Hidden cells of a table, of all that have a figure, counted by hand. */
function compter({ lignes }: TableauAnnuaire) {
  const sortes = lignes.flatMap(({ cellules }) => cellules.map(({ sorte }) => sorte))
  const caches = sortes.filter((sorte) => sorte === 'secret').length
  return { caches, tous: caches + sortes.filter((sorte) => sorte === 'valeur').length }
}

/** The true figures of a table, null where there is none. */
function vraisDe(tableau: TableauAnnuaire): (number | null)[][] {
  const valeurs = new Map(genere.coulisses.valeurs)
  const formules = genere.coulisses.formules.find(({ code }) => code === tableau.code)?.formules
  return tableau.lignes.map((_, l) =>
    tableau.colonnes.map((_c, c) => {
      const formule = formules?.[l]?.[c]
      const nom = formule && formule.sorte !== 'taux' ? cleDe(formule, annee) : ''
      return valeurs.get(nom) ?? null
    }),
  )
}

it('de tous les tableaux, ceux qui sont masqués à plus de la moitié le disent, dans les fichiers aussi', () => {
  const trop = tableaux().filter((tableau) => {
    const { caches, tous } = compter(tableau)
    return 2 * caches > tous
  })
  expect(trop.length).toBeGreaterThan(2)
  for (const tableau of tableaux()) {
    const { caches, tous } = compter(tableau)
    const dit = `Plus de la moitié des chiffres de ce tableau sont masqués (${caches} sur ${tous}).`
    const pied = piedDe(tableau).flatMap(({ nom, texte }) => (nom === 'Secret' ? [texte] : []))
    expect([tableau.code, ...pied]).toEqual(
      trop.includes(tableau) ? [tableau.code, dit] : [tableau.code],
    )
  }
  const proposes = genere.coulisses.masques?.map(({ tableau }) => tableau)
  expect(proposes).toEqual(trop.map(({ code }) => code))
})

it('ce qui est proposé se refait à la main : de vraies lignes, et autant de petits nombres au moins', () => {
  const faits = (genere.coulisses.masques ?? []).flatMap(({ tableau: code, regroupements }) =>
    regroupements.map((propose) => ({ code, propose })),
  )
  expect(faits.some(({ propose }) => propose.lignes.length > 1)).toBe(true)
  expect(faits.some(({ propose }) => propose.colonnes.length > 0)).toBe(true)
  for (const { code, propose } of faits) {
    const tableau = tableaux().find((un) => un.code === code)
    if (!tableau) throw new Error(code)
    const vrais = vraisDe(tableau)
    const reunies = propose.lignes.map((nom) =>
      tableau.lignes.findIndex(({ libelle }) => libelle === nom),
    )
    expect([code, reunies.includes(-1)]).toEqual([code, false])
    const gardees = tableau.colonnes.flatMap(({ libelle }, c) =>
      propose.colonnes.length === 0 || propose.colonnes.includes(libelle) ? [c] : [],
    )
    const colonne = (ligne: (number | null)[]) => gardees.map((c) => ligne[c] ?? null)
    const somme = tableau.colonnes.map((_, c) =>
      reunies.every((l) => vrais[l]?.[c] === null)
        ? null
        : reunies.reduce((total, l) => total + (vrais[l]?.[c] ?? 0), 0),
    )
    const restent = vrais.filter((_, l) => !reunies.includes(l))
    const chiffres = [...restent, ...(reunies.length > 0 ? [somme] : [])]
      .flatMap(colonne)
      .filter((valeur) => valeur !== null)
    const petits = chiffres.filter((valeur) => valeur > 0 && valeur < SEUIL).length
    expect([code, chiffres.length]).toEqual([code, propose.chiffres])
    expect(propose.masques).toBeGreaterThanOrEqual(petits)
    expect(2 * propose.masques).toBeLessThanOrEqual(propose.chiffres)
    expect(2 * compter(tableau).caches).toBeGreaterThan(compter(tableau).tous)
  }
})

it('n’est dans aucun fichier : ce que l’on réunit dit quelque chose de ce qui est caché', () => {
  const entete = {
    annee,
    edition: 1,
    etat: 'ARRETE',
    version: 1,
    titre: '',
    avantPropos: '',
  } as const
  const etat = { provisoire: false, soumisInclus: false, arreteLe: null, publieLe: null }
  const { masques = [] } = genere.coulisses
  const lu = { ...genere.contenu, ...entete, ...etat, sommaire: [], actions: [], masques }
  expect(masques).not.toEqual([])
  expect(JSON.parse(jsonDe(lu).toString())).not.toHaveProperty('masques')
})
