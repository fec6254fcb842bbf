import type { Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { amener, commencer, reussi } from '../../test/formulaires.ts'
import { ditsDe, observer } from '../../test/temoin.ts'
import { forcer, ouvrirBancFormulaires } from './formulaire.banc.ts'

const banc = await ouvrirBancFormulaires()
const { asStructure, asDpps, base } = banc

/** Begins March again, and tells how many statements have read other months by themselves. */
async function recommencer(precedent?: Formulaire) {
  if (precedent) await reussi(forcer(asDpps, precedent, 'ANNULE'))
  let f: Formulaire | undefined
  const travaux = await observer(async () => {
    f = await commencer(asStructure, { donnees: {} })
  })
  if (!f) throw new Error('rien de commencé')
  const requetes = ditsDe(travaux, 'requete').map(String)
  const seules = requetes.filter((texte) => /unnest/.test(texte) && !/demande\.code/.test(texte))
  return { f, seules: seules.length }
}

/** What a form begins with. */
const departDe = ({ donnees, contexte, precedent, resultats, anneePrecedente }: Formulaire) => ({
  donnees,
  contexte,
  precedent,
  resultats,
  anneePrecedente,
})

describe('ce qu’un nouveau rapport lit des autres mois', () => {
  it('vient avec la structure quand la version est connue, et c’est la même chose', async () => {
    await amener(banc, 'SOUMIS', { mois: 'FEBRUARY' })
    const premier = await recommencer()
    expect(premier.f.precedent?.mois).toBe('FEBRUARY')
    expect(Object.keys(premier.f.donnees).length).toBeGreaterThan(0)
    const second = await recommencer(premier.f)
    expect(second.seules).toBe(0)
    expect(departDe(second.f)).toEqual(departDe(premier.f))
  })

  it('est lu de nouveau quand une autre version est entrée en vigueur', async () => {
    await amener(banc, 'SOUMIS', { mois: 'FEBRUARY' })
    const avant = await recommencer((await recommencer()).f)
    expect([avant.seules, avant.f.modele.version]).toEqual([0, 1])
    const { rang } = await base.db
      .selectFrom('formulaire')
      .select('rang')
      .where('numero', '=', avant.f.numero)
      .executeTakeFirstOrThrow()
    await sql`insert into modele (code, version, libelle, definition, en_vigueur_du)
      select code, 2, libelle, jsonb_set(definition::jsonb, '{version}', '2'), ${rang}::int
      from modele where code = 'RMA' and version = 1`.execute(base.db)
    const apres = await recommencer(avant.f)
    expect([apres.seules, apres.f.modele.version]).toEqual([1, 2])
    expect(departDe(apres.f)).toEqual(departDe(avant.f))
    expect((await recommencer(apres.f)).seules).toBe(0)
  })
})
