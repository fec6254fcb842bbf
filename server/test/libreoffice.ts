import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Whether LibreOffice is there: what only it can judge is left out where it is not. */
export const libreOffice = spawnSync('soffice', ['--version']).status === 0

type Lancer = (...mots: string[]) => void

/** LibreOffice in a folder and a profile of its own, which go with it. */
function avecLibreOffice(faire: (dossier: string, lancer: Lancer) => void, sortie: string): Buffer {
  const dossier = mkdtempSync(join(tmpdir(), 'releve-libreoffice-'))
  const profil = `-env:UserInstallation=file://${dossier}/profil`
  try {
    faire(dossier, (...mots) =>
      spawnSync('soffice', [profil, '--headless', '--norestore', ...mots], { timeout: 120_000 }),
    )
    return readFileSync(join(dossier, 'lui', sortie))
  } finally {
    rmSync(dossier, { recursive: true, force: true })
  }
}

/** A file as LibreOffice saves it, as a person would. */
export const enregistrer = (octets: Buffer, de: string, vers: string): Buffer =>
  avecLibreOffice((dossier, lancer) => {
    const entree = join(dossier, `a.${de}`)
    writeFileSync(entree, octets)
    lancer('--convert-to', vers, '--outdir', join(dossier, 'lui'), entree)
  }, `a.${vers}`)

const MODULE = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE script:module PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "module.dtd">
<script:module xmlns:script="http://openoffice.org/2000/script" script:name="Module1" script:language="StarBasic">
Sub Proteger(chemin As String)
 Dim cache(0) As New com.sun.star.beans.PropertyValue
 cache(0).Name = "Hidden" : cache(0).Value = True
 doc = StarDesktop.loadComponentFromURL("private:factory/scalc", "_blank", 0, cache())
 doc.Sheets.getByIndex(0).getCellByPosition(0, 0).String = "Code"
 Dim cle(1) As New com.sun.star.beans.NamedValue
 cle(0).Name = "OOXPassword" : cle(0).Value = "un-mot-de-passe"
 cle(1).Name = "CryptoType" : cle(1).Value = "Standard"
 Dim mots(1) As New com.sun.star.beans.PropertyValue
 mots(0).Name = "FilterName" : mots(0).Value = "Calc MS Excel 2007 XML"
 mots(1).Name = "EncryptionData" : mots(1).Value = cle()
 doc.storeToURL(ConvertToURL(chemin), mots())
 doc.close(True)
End Sub
</script:module>
`

/** An XLSX workbook that LibreOffice saves under a password: no option of its command says so. */
export const classeurProtege = (): Buffer =>
  avecLibreOffice((dossier, lancer) => {
    // A first start makes the profile; a macro put there before would be replaced.
    lancer('--terminate_after_init')
    writeFileSync(join(dossier, 'profil/user/basic/Standard/Module1.xba'), MODULE)
    mkdirSync(join(dossier, 'lui'))
    lancer(`macro:///Standard.Module1.Proteger("${join(dossier, 'lui', 'a.xlsx')}")`)
  }, 'a.xlsx')
