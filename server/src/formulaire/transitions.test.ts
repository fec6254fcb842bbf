import { formulaireApi as api } from '@releve/contract/formulaire/formulaire.api.ts'
import type { ActeTransition } from '@releve/contract/formulaire/formulaire.rules.ts'
import type { Etat, Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import { ETATS, LIBELLES_ETATS } from '@releve/contract/formulaire/formulaire.schema.ts'
import { describe, expect, it } from 'vitest'
import type { Personne, Reponse } from '../../test/banc.ts'
import { agir, amener, relire, reussi } from '../../test/formulaires.ts'
import {
  avisDe,
  forcer,
  historiqueDe,
  MOTIF,
  modifier,
  ouvrirBancFormulaires,
  refuse,
} from './formulaire.banc.ts'

const banc = await ouvrirBancFormulaires()
const { asStructure, asAdmin, asDpps, asAutreDpps } = banc

type Cle = Pick<Formulaire, 'id' | 'numero' | 'version'>
type Acte = ActeTransition | 'modifier'

const ACTEURS: Record<Acte, Personne> = {
  modifier: asStructure,
  soumettre: asStructure,
  valider: asAdmin,
  approuver: asDpps,
  diffuser: asDpps,
  renvoyer: asAutreDpps,
}

const ACTES: Record<Acte, (f: Cle) => Promise<Reponse<Formulaire>>> = {
  modifier: (f) => modifier(ACTEURS.modifier, f, { DIFF: 'Une remarque.' }),
  soumettre: (f) => agir(ACTEURS.soumettre, 'soumettre', f),
  valider: (f) => agir(ACTEURS.valider, 'valider', f),
  approuver: (f) => agir(ACTEURS.approuver, 'approuver', f),
  diffuser: (f) => agir(ACTEURS.diffuser, 'diffuser', f),
  renvoyer: ({ id, version }) =>
    ACTEURS.renvoyer.appeler(api.renvoyerFormulaire, {
      params: { id },
      query: { version, ...MOTIF },
    }),
}

/** The whole table of docs/conception.md, as it is written there: act, from → to. */
const TABLE: Record<Acte, Partial<Record<Etat, Etat>>> = {
  modifier: { BROUILLON: 'BROUILLON', RENVOYE: 'RENVOYE' },
  soumettre: { BROUILLON: 'SOUMIS', RENVOYE: 'SOUMIS' },
  valider: { SOUMIS: 'VALIDE' },
  approuver: { VALIDE: 'APPROUVE' },
  diffuser: { APPROUVE: 'DIFFUSE' },
  renvoyer: { SOUMIS: 'RENVOYE', VALIDE: 'RENVOYE', APPROUVE: 'RENVOYE', DIFFUSE: 'RENVOYE' },
}
const TOUS = Object.keys(TABLE) as Acte[]
const CAS = ETATS.flatMap((de) => TOUS.map((acte) => [acte, de, TABLE[acte][de]] as const))

async function amenerA(etat: Etat): Promise<Formulaire> {
  if (etat !== 'ANNULE') return amener(banc, etat)
  // By another than those of the table: nobody repeats his own last act.
  return reussi(forcer(asDpps, await amener(banc, 'BROUILLON'), 'ANNULE'))
}

/** Who acts in the table; the form was brought there by the people of `amener`. */
function repete(acte: Acte, etat: Etat): boolean {
  const propres = { soumettre: 'SOUMIS', valider: 'VALIDE', approuver: 'APPROUVE' } as const
  if (acte === 'diffuser') return etat === 'DIFFUSE'
  return acte in propres && propres[acte as keyof typeof propres] === etat
}

describe('la table des transitions', () => {
  it.each(CAS)('%s depuis %s donne %s (rien : refusé)', async (acte, de, vers) => {
    const f = await amenerA(de)
    const avisAvant = (await avisDe(banc)).length
    if (vers === undefined && !repete(acte, de)) {
      const { libelle } = await refuse(banc, 'TRANSITION_INTERDITE', () => ACTES[acte](f))
      expect(libelle).toMatch(new RegExp(`«\\s${LIBELLES_ETATS[de]}\\s»`))
      expect(f.actions).not.toContain(acte)
      return
    }
    const apres = await reussi(ACTES[acte](f))
    expect(apres.etat).toBe(vers ?? de)
    // What the act answers is what the base now says.
    expect(await relire(ACTEURS[acte], f.numero)).toEqual(apres)
    const [derniere] = await historiqueDe(asDpps, f.numero)
    if (vers === undefined) return expect(apres.version).toBe(f.version)
    expect(apres.version).toBe(f.version + 1)
    expect(derniere).toMatchObject({ action: acte, de, vers, force: false })
    const prevenus = ['soumettre', 'diffuser', 'renvoyer'].includes(acte) ? 1 : 0
    expect((await avisDe(banc)).length - avisAvant).toBe(prevenus)
  })

  it.each(TOUS.filter((acte) => acte !== 'modifier'))(
    'refuse %s sur une version périmée, dont la phrase donne l’heure',
    async (acte) => {
      const de = ETATS.find((etat) => TABLE[acte][etat]) ?? 'BROUILLON'
      const { id, numero, version } = await amenerA(de)
      for (const perimee of [version - 1, version + 1, 0]) {
        const { libelle } = await refuse(banc, 'VERSION_PERIMEE', () =>
          ACTES[acte]({ id, numero, version: perimee }),
        )
        expect(libelle).toContain('10:00')
      }
    },
  )

  it('accepte un acte qui ne dit pas quelle version il a lue', async () => {
    const { id } = await amener(banc, 'SOUMIS')
    const appel = asAdmin.appeler(api.validerFormulaire, { params: { id } })
    expect((await reussi(appel)).etat).toBe('VALIDE')
  })
})

describe('le motif du renvoi', () => {
  const renvoyer = (personne: Personne, id: number, query: { motif?: string; texte?: string }) =>
    personne.appeler(api.renvoyerFormulaire, { params: { id }, query })

  it.each([
    ['sans motif', { texte: 'À revoir.' }, 'MOTIF_REQUIS'],
    ['sans explication', { motif: 'AUTRE' }, 'MOTIF_REQUIS'],
    ['avec une explication vide', { motif: 'AUTRE', texte: '   ' }, 'MOTIF_REQUIS'],
    ['avec un motif inconnu', { motif: 'HUMEUR', texte: 'À revoir.' }, 'MOTIF_INCONNU'],
    ['avec un motif nommé constructor', { motif: 'constructor', texte: 'x' }, 'MOTIF_INCONNU'],
  ] as const)('refuse un renvoi %s', async (_, query, code) => {
    const f = await amener(banc, 'SOUMIS')
    await refuse(banc, code, () => renvoyer(asAdmin, f.id, query))
    await refuse(banc, code, () => forcer(asDpps, f, 'BROUILLON', query))
  })

  it('refuse un motif que l’on n’offre plus, et garde le libellé de ceux qu’il a servis', async () => {
    const f = await amener(banc, 'SOUMIS')
    const renvoye = await reussi(renvoyer(asAdmin, f.id, MOTIF))
    const actif = (oui: boolean) =>
      banc.base.db
        .updateTable('codificationValeur')
        .set({ actif: oui })
        .where('code', '=', MOTIF.motif)
        .execute()
    await actif(false)
    const lu = await reussi(
      asStructure.appeler(api.lireFormulaire, { params: { numero: f.numero } }),
    )
    expect(lu.motifRenvoi).toEqual(renvoye.motifRenvoi)
    await reussi(agir(asStructure, 'soumettre', lu))
    await refuse(banc, 'MOTIF_INCONNU', () => renvoyer(asAdmin, f.id, MOTIF))
    await actif(true)
  })

  it('écrit le motif dans l’historique et dans l’avis à la structure', async () => {
    const f = await amener(banc, 'SOUMIS')
    await reussi(renvoyer(asAdmin, f.id, MOTIF))
    expect((await historiqueDe(asStructure, f.numero))[0]).toMatchObject(MOTIF)
    const [soumission, renvoi] = await avisDe(banc)
    expect(soumission).toMatchObject({
      evenement: 'soumettre',
      a: ['admin', 'dpps', 'dpps-adjoint'],
    })
    expect(renvoi).toMatchObject({
      evenement: 'renvoyer',
      a: ['cau-r01-01', 'cau-r01-01-b'],
      numero: f.numero,
      par: 'admin',
      corps: expect.stringContaining(MOTIF.texte),
    })
  })

  it.each([
    ['SOUMIS', 200],
    ['VALIDE', 200],
    ['APPROUVE', 403],
    ['DIFFUSE', 403],
  ] as const)(
    'demande le droit d’approuver pour renvoyer ce qui l’est : %s, %s',
    async (de, statut) => {
      const f = await amener(banc, de)
      const { numero } = f
      const lu = await reussi(asAdmin.appeler(api.lireFormulaire, { params: { numero } }))
      expect(lu.actions.includes('renvoyer')).toBe(statut === 200)
      expect((await renvoyer(asAdmin, f.id, MOTIF)).statut).toBe(statut)
      expect((await renvoyer(asDpps, f.id, MOTIF)).statut).toBe(statut === 200 ? 409 : 200)
    },
  )
})
