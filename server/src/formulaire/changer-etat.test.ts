import { formulaireApi as api } from '@releve/contract/formulaire/formulaire.api.ts'
import type { Etat, Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import { ETATS } from '@releve/contract/formulaire/formulaire.schema.ts'
import { describe, expect, it } from 'vitest'
import { agir, amener, commencer, relire, reussi } from '../../test/formulaires.ts'
import { changerDepuisToujours } from '../../test/structures.ts'
import {
  avisDe,
  forcer,
  historiqueDe,
  MOTIF,
  modifier,
  ouvrirBancFormulaires,
  refuse,
  regler,
} from './formulaire.banc.ts'

const banc = await ouvrirBancFormulaires()
const { asStructure, asAdmin, asDpps, asAutreDpps } = banc

/** From each state, where DPPS may force a form never published, four eyes on. */
const JAMAIS_DIFFUSE: Record<Exclude<Etat, 'DIFFUSE'>, Etat[]> = {
  BROUILLON: ['SOUMIS', 'VALIDE', 'RENVOYE', 'ANNULE'],
  SOUMIS: ['BROUILLON', 'VALIDE', 'RENVOYE'],
  VALIDE: ['BROUILLON', 'SOUMIS', 'RENVOYE'],
  APPROUVE: ['BROUILLON', 'SOUMIS', 'VALIDE', 'RENVOYE'],
  RENVOYE: ['BROUILLON', 'SOUMIS', 'VALIDE', 'ANNULE'],
  ANNULE: [],
}
const CAS = (Object.keys(JAMAIS_DIFFUSE) as (keyof typeof JAMAIS_DIFFUSE)[]).flatMap((de) =>
  ETATS.map((vers) => [de, vers, JAMAIS_DIFFUSE[de].includes(vers)] as const),
)

async function amenerA(etat: Etat): Promise<Formulaire> {
  if (etat !== 'ANNULE') return amener(banc, etat)
  return reussi(forcer(asAutreDpps, await amener(banc, 'BROUILLON'), 'ANNULE'))
}

describe('forcer un état', () => {
  it.each(CAS)(
    'de %s à %s : %s, si le rapport n’a jamais été diffusé',
    async (de, vers, permis) => {
      const f = await amenerA(de)
      if (!permis) {
        await refuse(banc, 'TRANSITION_INTERDITE', () => forcer(asDpps, f, vers))
        return
      }
      const avis = (await avisDe(banc)).length
      const apres = await reussi(forcer(asDpps, f, vers))
      expect([apres.etat, apres.version]).toEqual([vers, f.version + 1])
      expect(await relire(asDpps, f.numero)).toEqual(apres)
      const [ligne] = await historiqueDe(asDpps, f.numero)
      expect(ligne).toMatchObject({ action: 'changerEtat', de, vers, force: true, ...MOTIF })
      const { db } = banc.base
      const journal = await db.selectFrom('journal').selectAll().orderBy('id', 'desc').execute()
      expect(journal[0]).toMatchObject({
        action: 'ETAT_FORCE',
        utilisateurId: asDpps.id,
        objet: f.numero,
        detail: { changements: { etat: { avant: de, apres: vers } }, motif: MOTIF.motif },
      })
      const [dernier, ...reste] = (await avisDe(banc)).slice(avis)
      expect(dernier).toMatchObject({
        evenement: 'changerEtat',
        a: ['cau-r01-01', 'cau-r01-01-b'],
      })
      expect(reste).toEqual([])
    },
  )

  it.each(ETATS)('annonce à la DPPS seule où elle peut forcer un rapport %s', async (de) => {
    const { numero } = await amenerA(de)
    const annonces = async (qui: typeof asDpps) => (await relire(qui, numero)).etatsPossibles
    const attendus = de === 'DIFFUSE' ? [] : JAMAIS_DIFFUSE[de]
    expect((await annonces(asDpps)).toSorted()).toEqual(attendus.toSorted())
    expect([await annonces(asAdmin), await annonces(asStructure)]).toEqual([[], []])
  })

  it('refuse de forcer sans droit, sans motif, ou sur une version périmée', async () => {
    const f = await amener(banc, 'SOUMIS')
    await refuse(banc, 'DROIT_INSUFFISANT', () => forcer(asAdmin, f, 'BROUILLON'))
    await refuse(banc, 'DROIT_INSUFFISANT', () => forcer(asStructure, f, 'BROUILLON'))
    await refuse(banc, 'MOTIF_REQUIS', () => forcer(asDpps, f, 'BROUILLON', {}))
    const perime = { ...f, version: f.version - 1 }
    await refuse(banc, 'VERSION_PERIMEE', () => forcer(asDpps, perime, 'BROUILLON'))
  })

  it.each(['SOUMIS', 'VALIDE'] as const)(
    'refuse %s à un rapport incomplet ou incohérent',
    async (vers) => {
      const f = await commencer(asStructure)
      const trou = await reussi(modifier(asStructure, f, { JOURNEES: null }))
      const { details } = await refuse(banc, 'FORMULAIRE_INCOMPLET', () =>
        forcer(asDpps, trou, vers),
      )
      expect(details.map(({ chemin }) => chemin)).toContain('JOURNEES')
      const faux = await reussi(modifier(asStructure, trou, { JOURNEES: 1293, 'MVT.FIN.F': 90 }))
      await refuse(banc, 'FORMULAIRE_INCOMPLET', () => forcer(asDpps, faux, vers))
    },
  )

  it('ne demande aucune justification, et vaut première soumission', async () => {
    const f = await commencer(asStructure)
    const averti = await reussi(modifier(asStructure, f, { JOURNEES: 10 }))
    expect(averti.avertissements).toBeGreaterThan(0)
    expect((await agir(asStructure, 'soumettre', averti)).code).toBe('FORMULAIRE_INCOMPLET')
    const force = await reussi(forcer(asDpps, averti, 'SOUMIS'))
    expect([force.soumisLe, force.horsDelai]).toEqual(['2025-03-20T10:00:00.000Z', false])
  })

  it('recalcule un rapport ouvert que l’on force avec les chiffres actuels de la structure', async () => {
    const f = await commencer(asStructure, { modele: 'EPM' })
    const structure = (postesReference: Record<string, number>) =>
      changerDepuisToujours(banc.base.db, { postesReference }, ['CAU-R01-01'])
    await structure({ HC: 1, A: 2, B: 3, C: 4, D: 5, E: 10 })
    const force = await reussi(forcer(asDpps, f, 'SOUMIS'))
    expect(force.donnees['POSTE.TOT.REF']).toBe(25)
    const { donnees, avertissements } = await banc.base.db
      .selectFrom('formulaire')
      .select(['donnees', 'avertissements'])
      .executeTakeFirstOrThrow()
    expect([donnees['POSTE.TOT.REF'], avertissements]).toEqual([25, force.avertissements])
    await structure({ HC: 0, A: 3, B: 7, C: 6, D: 5, E: 3 })
  })
})

describe('le double regard', () => {
  it('fait de qui a forcé VALIDE le validateur : il n’approuve pas', async () => {
    const f = await amener(banc, 'SOUMIS')
    const valide = await reussi(forcer(asDpps, f, 'VALIDE'))
    expect(valide.actions).not.toContain('approuver')
    await refuse(banc, 'DOUBLE_REGARD', () => agir(asDpps, 'approuver', valide))
    const lu = await relire(asAutreDpps, f.numero)
    expect(lu.actions).toContain('approuver')
    expect((await reussi(agir(asAutreDpps, 'approuver', lu))).etat).toBe('APPROUVE')
  })

  it('tient au dernier passage à VALIDE, non au premier', async () => {
    let f = await reussi(agir(asDpps, 'valider', await amener(banc, 'SOUMIS')))
    f = await reussi(forcer(asAutreDpps, f, 'SOUMIS'))
    f = await reussi(agir(asAutreDpps, 'valider', f))
    await refuse(banc, 'DOUBLE_REGARD', () => agir(asAutreDpps, 'approuver', f))
    expect((await agir(asDpps, 'approuver', f)).statut).toBe(200)
  })

  it('éteint, laisse approuver son validateur et forcer APPROUVE, en disant qu’il est forcé', async () => {
    await regler(banc, 'doubleRegard', false)
    const f = await reussi(agir(asDpps, 'valider', await amener(banc, 'SOUMIS')))
    expect(f.actions).toContain('approuver')
    expect(f.etatsPossibles).toContain('APPROUVE')
    expect((await reussi(agir(asDpps, 'approuver', f))).etat).toBe('APPROUVE')
    const autre = await amener(banc, 'BROUILLON', { modele: 'EPM' })
    const force = await reussi(forcer(asDpps, autre, 'APPROUVE'))
    expect(force.etat).toBe('APPROUVE')
    expect((await historiqueDe(asDpps, force.numero))[0]).toMatchObject({ force: true })
  })
})

describe('annuler un rapport', () => {
  const enregistrer = () =>
    asStructure.appeler(api.enregistrerFormulaire, {
      params: { mois: 'MARCH', annee: 2025 },
      body: {},
    })

  it('libère le mois : le rapport suivant prend -2, puis -3', async () => {
    const numeros = []
    for (const _ of [1, 2, 3]) {
      const f = await reussi(enregistrer())
      numeros.push(f.numero)
      const annule = await reussi(forcer(asDpps, f, 'ANNULE'))
      expect(annule.actions).toEqual(['historique'])
    }
    const base = 'RMA-CAU-R01-01-202503'
    expect(numeros).toEqual([base, `${base}-2`, `${base}-3`])
  })

  it('est définitif : rien ne se fait plus sur un rapport annulé', async () => {
    const f = await amenerA('ANNULE')
    await refuse(banc, 'TRANSITION_INTERDITE', () => modifier(asStructure, f, { DIFF: 'x' }))
    await refuse(banc, 'TRANSITION_INTERDITE', () =>
      asDpps.appeler(api.remarquerFormulaire, {
        body: {
          numero: f.numero,
          remarques: [{ cellule: null, texte: 'x', statut: 'OUVERTE' }],
        },
      }),
    )
  })

  it.each(['DIFFUSE', 'RENVOYE'] as const)('refuse un rapport déjà diffusé (%s)', async (etat) => {
    let f = await amener(banc, 'DIFFUSE')
    if (etat === 'RENVOYE') {
      const { id, version } = f
      const query = { version, ...MOTIF }
      f = await reussi(asDpps.appeler(api.renvoyerFormulaire, { params: { id }, query }))
    }
    await refuse(banc, 'ANNULATION_IMPOSSIBLE', () => forcer(asDpps, f, 'ANNULE'))
  })
})
