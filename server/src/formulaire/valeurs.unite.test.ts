import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readValeurs } from './valeurs.apart.ts'
import { lirePaquetsIci } from './valeurs.lecture.ts'
import { ValeursIllisibles } from './valeurs.ts'

const lire = (texte: string) => lirePaquetsIci(Buffer.from(texte))
const valeursDe = (texte: string) =>
  lire(texte).flatMap(({ unite, periode, valeurs }) =>
    valeurs.map(({ dataElement, categoryOptionCombo, valeur }) =>
      [unite, periode, dataElement, categoryOptionCombo, valeur].join(' '),
    ),
  )
const raisonDe = (texte: string | Buffer): string => {
  try {
    lirePaquetsIci(Buffer.from(texte))
    return ''
  } catch (echec) {
    if (!(echec instanceof ValeursIllisibles)) throw echec
    return echec.message
  }
}

const ENTETES =
  '"dataelement","period","orgunit","categoryoptioncombo","attributeoptioncombo","value","comment","deleted"'
const xml = (dedans: string, attributs = '') =>
  `<?xml version="1.0"?><dataValueSet xmlns="http://dhis2.org/schema/dxf/2.0"${attributs}>${dedans}</dataValueSet>`

describe('les valeurs de DHIS2', () => {
  it.each([
    ['en CSV', `\uFEFF${ENTETES}\n"de1","202501","ou1","coc1","","12","dit, et redit","false"\n`],
    ['en CSV sans entête', '"de1","202501","ou1","coc1","","12","2025-01-01","redit","false"'],
    [
      'en CSV aéré',
      '"dataelement",  "categoryoptioncombo", "orgunit", "period", "value"\r\n"de1",   "coc1",  "ou1",  "202501",  "12"',
    ],
    [
      'en CSV d’un tableur',
      'dataElement;period;orgUnit;categoryOptionCombo;value\nde1;202501;ou1;coc1;12',
    ],
    [
      'en XML',
      xml(
        `<dataValue dataElement='de1' period="202501" orgUnit="ou1"\n categoryOptionCombo="coc1" value="12" comment="a > b"/>`,
      ),
    ],
    [
      'en XML d’un seul rapport',
      xml(
        '<dataValue dataElement="de1" categoryOptionCombo="coc1" value="12"/>',
        ' period="202501" orgUnit="ou1"',
      ),
    ],
    [
      'en JSON',
      JSON.stringify({
        dataValues: [
          {
            dataElement: 'de1',
            period: '202501',
            orgUnit: 'ou1',
            categoryOptionCombo: 'coc1',
            value: 12,
          },
        ],
      }),
    ],
  ])('%s se lisent de même', (_, texte) => {
    expect(valeursDe(texte)).toEqual(['ou1 202501 de1 coc1 12'])
  })

  it('effacées là-bas, ou vides, sont laissées', () => {
    expect(
      valeursDe(
        `${ENTETES}\nde1,202501,ou1,,,12,,true\nde2,202501,ou1,,,,,false\nde3,202501,ou1,,,1,,`,
      ),
    ).toEqual(['ou1 202501 de3  1'])
    expect(
      valeursDe(
        xml(
          '<dataValue dataElement="de1" period="202501" orgUnit="ou1" value="1" deleted="true"/><dataValue dataElement="de2" period="202501" orgUnit="ou1" value="a &amp; b &#233; &lt;&#x2F;&gt;"/>',
        ),
      ),
    ).toEqual(['ou1 202501 de2  a & b é </>'])
  })

  it('écrites dans un commentaire d’un XML n’en sont pas', () => {
    const valeur = (dataElement: string) =>
      `<dataValue dataElement="${dataElement}" period="202501" orgUnit="ou1" value="1"/>`
    const retirees = [
      `<!-- ${valeur('de1')} -->`,
      `<!--${valeur('de2')}\n-->`,
      `<![CDATA[${valeur('de3')}]]>`,
      `<?ancien ${valeur('de4')}?>`,
    ]
    expect(valeursDe(xml(`${retirees.join('')}${valeur('de5')}<!-- fin -->`))).toEqual([
      'ou1 202501 de5  1',
    ])
    expect(valeursDe(`${xml(valeur('de5'))}\n<!-- fait le 1er -->\n`)).toEqual([
      'ou1 202501 de5  1',
    ])
  })

  it.each([
    ['un XML à commentaire ouvert', xml('<!-- <dataValue value="1"/>'), 'coupé'],
    ['un CSV d’autre chose', 'Code;Nom\nA;B', 'JSON, en CSV ou en XML'],
    ['un CSV dont un guillemet reste ouvert', `${ENTETES}\n"de1,202501\n`, 'guillemet'],
    ['un XML coupé', xml('<dataValue value="1"/>').slice(0, -5), 'coupé'],
    ['un XML d’autre chose', '<html></html>', 'dataValueSet'],
    ['un XML qui déclare', `<!DOCTYPE a [<!ENTITY b "c">]>${xml('')}`, 'DOCTYPE'],
    ['un texte d’un autre âge', Buffer.from([0xff, 0xfe, 0x41]), 'UTF-8'],
    ['rien', '', 'JSON'],
  ])('de %s se refusent', (_, texte, raison) => {
    expect(raisonDe(texte)).toContain(raison)
  })

  it('de n’importe quel texte se lisent, ou se refusent par une phrase', () => {
    const morceau = fc.constantFrom(
      '<dataValue ',
      '<!--',
      '-->',
      'value="',
      '"',
      '/>',
      '</dataValueSet>',
      ',',
      '\n',
      '&#x;',
      'é',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(morceau, fc.string())), (morceaux) => {
        raisonDe(morceaux.join(''))
        raisonDe(xml(morceaux.join('')))
      }),
    )
  })

  it('se lisent à part, dans un temps et une mémoire comptés', async () => {
    const contenu = Buffer.from(`${ENTETES}\nde1,202501,ou1,coc1,,12,,`)
    const pour = { compte: 1 }
    expect(await readValeurs(contenu, pour)).toEqual(lirePaquetsIci(contenu))
    const limites = { duree: 1, processeur: 5000, memoire: 400 }
    const trop = await readValeurs(contenu, pour, limites).catch((e: unknown) => e)
    expect(trop).toMatchObject({ code: 'VALEURS_ILLISIBLES', statut: 422 })
    expect(String(trop)).toContain('trop volumineux')
  })
})
