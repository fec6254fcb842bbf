import { formulaireApi as api } from '@releve/contract/formulaire/formulaire.api.ts'
import type { Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import { describe, expect, it } from 'vitest'
import { agir, amener, commencer, relire, renvoyer, reussi } from '../../test/formulaires.ts'
import { historiqueDe, modifier, ouvrirBancFormulaires, photo, refuse } from './formulaire.banc.ts'

const banc = await ouvrirBancFormulaires()
const { asStructure, asCollegue, asAdmin, asDpps } = banc

async function ligneDe({ numero }: Formulaire) {
  return banc.base.db
    .selectFrom('formulaire')
    .selectAll()
    .where('numero', '=', numero)
    .executeTakeFirstOrThrow()
}

describe('modifier un rapport', () => {
  it('calcule les totaux et les compteurs, et les range avec la version suivante', async () => {
    const f = await commencer(asStructure)
    const fin = Number(f.donnees['MVT.FIN.F'])
    const apres = await reussi(modifier(asStructure, f, { 'MVT.FIN.F': fin + 1 }))
    expect(apres.version).toBe(f.version + 1)
    expect(apres.donnees['MVT.FIN.TOT']).toBe(Number(f.donnees['MVT.FIN.TOT']) + 1)
    expect(apres.effectif).toBe(apres.donnees['MVT.FIN.TOT'])
    expect([f.erreurs, apres.erreurs]).toEqual([0, 3])
    const { donnees, effectif, erreurs, avertissements, remplissage } = await ligneDe(f)
    expect([effectif, erreurs, avertissements]).toEqual([apres.effectif, 3, apres.avertissements])
    expect([donnees, remplissage]).toEqual([apres.donnees, apres.remplissage])
    expect(await relire(asStructure, f.numero)).toEqual(apres)
  })

  it('écrit dans l’historique les seules cases changées, avant et après', async () => {
    const f = await commencer(asStructure)
    const avant = f.donnees['MVT.DEB.M'] ?? null
    const envoi = { 'MVT.DEB.M': 31, DIFF: null, 'MVT.DEB.F': f.donnees['MVT.DEB.F'] ?? 0 }
    await reussi(modifier(asStructure, f, envoi))
    const [ligne] = await historiqueDe(asStructure, f.numero)
    expect(ligne).toMatchObject({ action: 'modifier', de: 'BROUILLON', vers: 'BROUILLON' })
    expect(ligne?.cellules).toEqual([
      { cellule: 'MVT.DEB.M', avant, apres: 31 },
      { cellule: 'DIFF', avant: f.donnees['DIFF'], apres: null },
    ])
  })

  it('efface par null ; une case vide n’est pas zéro', async () => {
    const f = await commencer(asStructure)
    const apres = await reussi(modifier(asStructure, f, { JOURNEES: null }))
    expect(apres.donnees).not.toHaveProperty('JOURNEES')
    expect(apres.donnees).not.toHaveProperty('TAUX_OCC')
    expect(apres.remplissage).toBeLessThan(1)
    const zero = await reussi(modifier(asStructure, apres, { JOURNEES: 0 }))
    expect([zero.donnees['JOURNEES'], zero.donnees['TAUX_OCC']]).toEqual([0, 0])
  })

  it('retire la ligne de tableau dont on a tout effacé', async () => {
    const f = await commencer(asStructure)
    const cases = Object.keys(f.donnees).filter((c) => /^ACT\.a1\.(?!PART_TOT)/.test(c))
    const vides = Object.fromEntries(cases.map((c) => [c, null]))
    const apres = await reussi(modifier(asStructure, f, vides))
    expect(Object.keys(apres.donnees).filter((c) => c.startsWith('ACT.a1.'))).toEqual([])
  })

  it.each([
    ['rien', {}, {}],
    ['les mêmes valeurs', { 'MVT.DEB.M': 20, SIT_FONCT: 'NORMAL' }, {}],
    ['l’effacement d’une case vide', { OBS_FONCT: null }, {}],
    ['un commentaire vide', {}, { commentaires: { DIFF: ' ' } }],
    ['une justification effacée deux fois', {}, { justifications: { 'RA04:F': null } }],
  ])('n’écrit rien quand on envoie %s', async (_, donnees, textes) => {
    const f = await commencer(asStructure)
    const avant = await photo(banc)
    const apres = await reussi(modifier(asStructure, f, donnees, textes))
    expect(apres.version).toBe(f.version)
    expect(await photo(banc)).toEqual(avant)
  })

  it('rend sans modèle ni contexte à qui les a déjà', async () => {
    const { numero, version } = await commencer(asStructure)
    const appel = asStructure.appeler(api.modifierFormulaire, {
      query: { sans: 'fixe' },
      body: { numero, version, donnees: { DIFF: 'Bref.' } },
    })
    const { definition, contexte, precedent, anneePrecedente, donnees } = await reussi(appel)
    expect([definition, contexte, precedent, anneePrecedente]).toEqual([null, null, null, null])
    expect(donnees['DIFF']).toBe('Bref.')
  })

  it('garde les commentaires, les remplace et les efface', async () => {
    let f = await commencer(asStructure)
    const dire = async (commentaires: Record<string, string | null>) => {
      f = await reussi(modifier(asStructure, f, {}, { commentaires }))
      return f.commentaires
    }
    expect(await dire({ DIFF: '  Un. ', BESOINS: 'Deux.' })).toEqual({
      DIFF: 'Un.',
      BESOINS: 'Deux.',
    })
    expect(await dire({ DIFF: 'Trois.', BESOINS: null })).toEqual({ DIFF: 'Trois.' })
  })

  it('refuse une version à venir', async () => {
    const f = await commencer(asStructure)
    await refuse(banc, 'VERSION_PERIMEE', () =>
      modifier(asStructure, { ...f, version: f.version + 1 }, { DIFF: 'x' }),
    )
  })
})

describe('deux personnes sur un même rapport', () => {
  it('fusionne des cases différentes', async () => {
    const f = await commencer(asStructure)
    await reussi(modifier(asCollegue, f, { 'MVT.DEB.M': 31 }))
    const apres = await reussi(modifier(asStructure, f, { 'MVT.DEB.F': 32 }))
    expect([apres.donnees['MVT.DEB.M'], apres.donnees['MVT.DEB.F']]).toEqual([31, 32])
    expect([apres.donnees['MVT.DEB.TOT'], apres.version]).toEqual([63, f.version + 2])
  })

  it('refuse la case changée par un autre, donne les deux valeurs, n’écrit rien du reste', async () => {
    const f = await commencer(asStructure)
    await reussi(modifier(asCollegue, f, { 'MVT.DEB.M': 31, DIFF: null }))
    const envoi = { 'MVT.DEB.M': 32, DIFF: 'Mienne.', 'MVT.DEB.F': 33 }
    const { details, libelle } = await refuse(banc, 'CELLULES_EN_CONFLIT', () =>
      modifier(asStructure, f, envoi),
    )
    expect(libelle).toContain('10:00')
    expect(details.map(({ chemin }) => chemin).toSorted()).toEqual(['DIFF', 'MVT.DEB.M'])
    const [texte, nombre] = ['DIFF', 'MVT.DEB.M'].map((c) => details.find((d) => d.chemin === c))
    expect(nombre?.libelle).toMatch(/32.*cau-r01-01-b.*31/)
    expect(texte?.libelle).toMatch(/Mienne\..*\(vide\)/)
  })

  it('ne voit pas de conflit entre valeurs égales', async () => {
    const f = await commencer(asStructure)
    await reussi(modifier(asCollegue, f, { 'MVT.DEB.M': 31 }))
    const apres = await reussi(modifier(asStructure, f, { 'MVT.DEB.M': 31, 'MVT.DEB.F': 5 }))
    expect(apres.donnees['MVT.DEB.F']).toBe(5)
  })

  it('ne voit pas de conflit avec son propre changement', async () => {
    const f = await commencer(asStructure)
    await reussi(modifier(asStructure, f, { 'MVT.DEB.M': 31 }))
    const apres = await reussi(modifier(asStructure, f, { 'MVT.DEB.M': 32 }))
    expect(apres.donnees['MVT.DEB.M']).toBe(32)
  })

  it('voit le conflit à travers une soumission et un renvoi', async () => {
    const f = await commencer(asStructure)
    const g = await reussi(modifier(asCollegue, f, { DIFF: 'Sienne.' }))
    await renvoyer(asAdmin, await reussi(agir(asCollegue, 'soumettre', g)))
    await refuse(banc, 'CELLULES_EN_CONFLIT', () => modifier(asStructure, f, { DIFF: 'Mienne.' }))
  })
})

describe('les remarques', () => {
  const remarquer = (f: Formulaire, remarques: object[]) =>
    asAdmin.brut('POST', '/api/formulaire/remarquer', { numero: f.numero, remarques })
  const SUR_F = { cellule: 'MVT.FIN.F', texte: 'Pourquoi cette hausse ?', statut: 'OUVERTE' }

  it('deviennent corrigées quand leur case change, jamais les autres', async () => {
    const f = await amener(banc, 'SOUMIS')
    const autre = { cellule: 'DIFF', texte: 'Précisez.', statut: 'OUVERTE' }
    const generale = { cellule: null, texte: 'Merci.', statut: 'OUVERTE' }
    const levee = { cellule: 'MVT.FIN.F', texte: 'Vu.', statut: 'LEVEE' }
    expect((await remarquer(f, [SUR_F, autre, generale, levee])).statut).toBe(200)
    const renvoye = await renvoyer(asAdmin, await relire(asAdmin, f.numero))
    const apres = await reussi(modifier(asStructure, renvoye, { 'MVT.FIN.F': 30 }))
    const statuts = ['CORRIGEE', 'OUVERTE', 'OUVERTE', 'LEVEE']
    expect(apres.remarques.map(({ statut }) => statut)).toEqual(statuts)
    expect((await relire(asDpps, f.numero)).remarques).toEqual(apres.remarques)
  })

  it('se modifient par leur numéro, et ne se doublent pas quand on répète l’envoi', async () => {
    const f = await amener(banc, 'SOUMIS')
    await remarquer(f, [SUR_F])
    const avant = await photo(banc)
    expect((await remarquer(f, [SUR_F])).statut).toBe(200)
    expect(await photo(banc)).toEqual(avant)
    const [{ id } = { id: 0 }] = (await relire(asDpps, f.numero)).remarques
    await remarquer(f, [{ ...SUR_F, id, statut: 'LEVEE' }])
    const lues = (await relire(asDpps, f.numero)).remarques
    expect(lues).toMatchObject([{ id, statut: 'LEVEE', auteur: 'admin' }])
    expect((await historiqueDe(asDpps, f.numero))[0]).toMatchObject({ action: 'remarquer' })
  })

  it.each([
    ['une case inconnue', [{ ...SUR_F, cellule: 'MVT.FIN.X' }], 'CELLULE_INCONNUE'],
    ['une case nommée comme une méthode', [{ ...SUR_F, cellule: 'toString' }], 'CELLULE_INCONNUE'],
    ['une remarque inconnue', [{ ...SUR_F, id: 2_147_483_647 }], 'REMARQUE_INTROUVABLE'],
    ['une remarque sans mesure', [{ ...SUR_F, id: 2_147_483_648 }], 'REQUETE_INVALIDE'],
    ['un texte vide', [{ ...SUR_F, texte: '  ' }], 'REQUETE_INVALIDE'],
    ['un statut inconnu', [{ ...SUR_F, statut: 'PERDUE' }], 'REQUETE_INVALIDE'],
    ['aucune remarque', [], 'REQUETE_INVALIDE'],
  ] as const)('refusent %s, et n’écrivent rien des autres', async (_, remarques, code) => {
    const f = await amener(banc, 'SOUMIS')
    const envoi = remarques.length ? [{ ...SUR_F, cellule: 'DIFF' }, ...remarques] : []
    await refuse(banc, code, () => remarquer(f, envoi))
  })
})
