import { formulaireApi as api } from '@releve/contract/formulaire/formulaire.api.ts'
import { describe, expect, it } from 'vitest'
import { ouvrirBanc } from '../../test/banc.ts'
import { agir, commencer, relire, renvoyer, reussi } from '../../test/formulaires.ts'

const banc = await ouvrirBanc()
const { asStructure, asAdmin } = banc
const TEXTE = 'Erreur de pointage en février.'

const modifier = async (numero: string, envoi: object) => {
  const { version } = await relire(asStructure, numero)
  const body = { numero, version, donnees: {}, ...envoi }
  return reussi(asStructure.appeler(api.modifierFormulaire, { body }))
}

const avertis = (f: Awaited<ReturnType<typeof modifier>>) =>
  f.resultats.filter(({ niveau }) => niveau === 'AVERTISSEMENT').map(({ cle }) => cle)

describe('une justification répond à un message', () => {
  it('tombe quand le mois précédent change les chiffres de ce message, et se redemande', async () => {
    let fevrier = await commencer(asStructure, { mois: 'FEBRUARY' })
    fevrier = await reussi(agir(asStructure, 'soumettre', fevrier))
    const mars = await commencer(asStructure, { mois: 'MARCH' })
    const debut = Number(fevrier.donnees['MVT.FIN.M']) + 2
    const averti = await modifier(mars.numero, { donnees: { 'MVT.DEB.M': debut } })
    expect(avertis(averti)).toContain('RA04:M')
    const justifie = await modifier(mars.numero, { justifications: { 'RA04:M': TEXTE } })
    expect(justifie.justifications).toEqual({ 'RA04:M': TEXTE })

    fevrier = await renvoyer(asAdmin, fevrier)
    const fin = Number(fevrier.donnees['MVT.FIN.M']) + 1
    await modifier(fevrier.numero, {
      donnees: { 'MVT.FIN.M': fin, 'ENT.FAM.M': Number(fevrier.donnees['ENT.FAM.M']) + 1 },
    })
    const encore = await relire(asStructure, mars.numero)
    // A returned form that was never published has no value: the control cannot be evaluated.
    expect(encore.justifications).toEqual({})
    expect(avertis(encore)).not.toContain('RA04:M')
    const apres = await modifier(mars.numero, { commentaires: { DIFF: 'Vu.' } })
    expect(apres.justifications).toEqual({})
  })

  it('reste quand rien de son message ne change', async () => {
    const janvier = await commencer(asStructure, { mois: 'JANUARY' })
    const { version } = await reussi(agir(asStructure, 'soumettre', janvier))
    expect(version).toBeGreaterThan(1)
    const { numero } = await commencer(asStructure, { modele: 'EPM', mois: 'MARCH' })
    const f = await modifier(numero, { donnees: { 'FONC.DIR.M': 0, 'FONC.DIR.F': 0 } })
    expect(avertis(f)).toContain('RB09')
    const cle = 'RB09'
    await modifier(numero, { justifications: { RB09: 'Le poste est vacant.' } })
    await modifier(numero, { justifications: { RB09: 'Le poste de direction est vacant.' } })
    const apres = await modifier(numero, { donnees: { OBS_PERS: 'Rien à signaler.' } })
    expect(apres.justifications).toEqual({ RB09: 'Le poste de direction est vacant.' })
    await modifier(numero, { commentaires: { 'FONC.DIR.M': 'Poste vacant.' } })
    // The figures change: the warning goes, and the justification with it.
    await modifier(numero, { donnees: { 'FONC.DIR.M': 1 } })
    const { elements } = await reussi(
      asStructure.appeler(api.listHistorique, { params: { numero } }),
    )
    const [tombe, commente, simple, reecrit, ecrit] = elements.map(({ textes }) => textes)
    const sorte = 'JUSTIFICATION'
    const avant = 'Le poste est vacant.'
    const dernier = 'Le poste de direction est vacant.'
    expect(ecrit).toEqual([{ sorte, cle, avant: null, apres: avant }])
    expect(reecrit).toEqual([{ sorte, cle, avant, apres: dernier }])
    expect(simple).toEqual([])
    expect(commente).toEqual([
      { sorte: 'COMMENTAIRE', cle: 'FONC.DIR.M', avant: null, apres: 'Poste vacant.' },
    ])
    expect(tombe).toEqual([{ sorte, cle, avant: dernier, apres: null }])
  })
})
