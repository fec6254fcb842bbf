import { describe, expect, it } from 'vitest'
import { sample } from '../../../tools/portee.ts'
import { classeurProtege, enregistrer, libreOffice } from '../../test/libreoffice.ts'
import { AUTRES_FORMATS, composeClasseur } from './tableur.banc.ts'
import { ecrireTableur } from './tableur.ecriture.ts'
import { natureDe } from './tableur.nature.ts'
import { readTableur } from './tableur.ts'

const refusDe = (contenu: Uint8Array) =>
  readTableur(contenu, { compte: 1 }).then(
    () => null,
    (echec: unknown) => echec,
  )

describe('un fichier est nommé par ce qu’il contient', () => {
  it.each(AUTRES_FORMATS)('%s', async (dit, code, contenu) => {
    expect(await refusDe(contenu)).toMatchObject({
      code,
      statut: 422,
      message: expect.stringContaining(dit),
    })
  })

  it.each([
    ['un classeur XLSX', composeClasseur()],
    ['un CSV', Buffer.from('Code;Nom\nA;1')],
    ['un CSV dont le premier titre est entre crochets', Buffer.from('[Code];<Nom>\nA;1')],
    ['un CSV qui commence par PK', Buffer.from('PK;Nom\nA;1')],
    ['rien', Buffer.alloc(0)],
    ['une archive coupée', Buffer.from('PK\u0003\u0004')],
  ])('%s n’est pas pris pour autre chose', (_, octets) => {
    expect(natureDe(octets)).toBeNull()
  })

  it('un document ancien qui cite « Workbook » n’est pas un classeur', async () => {
    const octets = Buffer.alloc(2048)
    octets.write('d0cf11e0a1b11ae1', 'hex')
    octets.write('Workbook\0', 600, 'utf16le')
    expect(await refusDe(octets)).toMatchObject({ code: 'PAS_UN_TABLEUR' })
  })

  describe.skipIf(!libreOffice)('tel que LibreOffice l’enregistre', () => {
    it.each(
      sample([
        ['ods', 'TABLEUR_AUTRE_FORMAT', '(.ods)'],
        ['fods', 'TABLEUR_AUTRE_FORMAT', '(.fods)'],
        ['xls', 'TABLEUR_AUTRE_FORMAT', '(.xls)'],
        ['html', 'TABLEUR_AUTRE_FORMAT', 'page web'],
        ['pdf', 'PAS_UN_TABLEUR', 'un PDF'],
      ]),
    )('en %s', async (vers, code, dit) => {
      const tableau = { feuille: 'F', colonnes: [{ entete: 'Code' }], lignes: [['A']] }
      const contenu = enregistrer(await ecrireTableur(tableau, 'xlsx'), 'xlsx', vers)
      expect(await refusDe(contenu)).toMatchObject({
        code,
        message: expect.stringContaining(dit),
      })
    })

    it('en XLSX protégé par un mot de passe', async () => {
      expect(await refusDe(classeurProtege())).toMatchObject({ code: 'TABLEUR_PROTEGE' })
    })
  })
})
