import type { annuaireApi, ReglagesAnnuaire } from '@releve/contract/annuaire/annuaire.api.ts'
import { CHAMPS_REGLAGES_ANNUAIRE as c } from '@releve/contract/annuaire/annuaire.champs.ts'
import {
  CODES_LICENCES,
  LIBELLES_LICENCES,
  LICENCES,
  type Licence,
} from '@releve/contract/annuaire/fichier.schema.ts'
import type { OutputOf } from '@releve/contract/operation.ts'
import { ChampListe, ChampTexte } from '../ui/ChampTexte.tsx'
import { Chargement } from '../ui/Chargement.tsx'
import { Note } from '../ui/Note.tsx'
import { nombreDe } from '../ui/nombre.ts'
import { FormeReglages, useReglages } from './FormeReglages.tsx'
import { useReglagesAnnuaire } from './parametre.queries.ts'
import { textesParametre } from './parametre.textes.ts'

const t = textesParametre.annuaire
const { seuilSecret, partComparable } = c

type ReglagesRecus = OutputOf<typeof annuaireApi.lireReglagesAnnuaire>
type Saisie = {
  seuilSecret: string
  agentsProteges: boolean
  partComparable: string
  licence: string
}

const OPTIONS = CODES_LICENCES.map((code) => ({ code, libelle: LIBELLES_LICENCES[code] }))
const licenceDe = (saisie: string): Licence =>
  CODES_LICENCES.find((code) => code === saisie) ?? CODES_LICENCES[0]

const saisieDe = (recus: ReglagesRecus): Saisie => ({
  seuilSecret: String(recus.seuilSecret),
  agentsProteges: recus.agentsProteges,
  partComparable: String(recus.partComparable),
  licence: recus.licence,
})
const corpsDe = (saisie: Saisie): ReglagesAnnuaire => ({
  seuilSecret: nombreDe(saisie.seuilSecret),
  agentsProteges: saisie.agentsProteges,
  partComparable: nombreDe(saisie.partComparable),
  licence: licenceDe(saisie.licence),
})

function Forme({
  recu,
  groupe,
}: {
  recu: ReglagesRecus
  groupe: ReturnType<typeof useReglagesAnnuaire>
}) {
  const reglages = useReglages(recu, groupe, { champs: c, dire: 'aussitot', saisieDe, corpsDe })
  const { saisie, lier, nommer, changer } = reglages.forme
  return (
    <FormeReglages reglages={reglages}>
      <div className="prm-courts">
        <ChampTexte
          {...lier('seuilSecret')}
          largeur="xs"
          aide={t.seuilAide(seuilSecret.min, seuilSecret.max)}
          maxLength={3}
        />
        <ChampTexte
          {...lier('partComparable')}
          largeur="xs"
          aide={t.partAide(partComparable.min, partComparable.max)}
          maxLength={3}
        />
      </div>
      <div>
        <label className="prm-case">
          <input
            type="checkbox"
            checked={saisie.agentsProteges}
            aria-describedby="prm-agents-aide"
            onChange={({ target }) => changer('agentsProteges', target.checked)}
          />
          {nommer('agentsProteges')}
        </label>
        <Note className="prm-note" id="prm-agents-aide">
          {t.agentsAide}
        </Note>
      </div>
      <div>
        <ChampListe {...lier('licence')} options={OPTIONS} aide={t.licenceAide} />
        <Note className="prm-note">
          <a href={LICENCES[licenceDe(saisie.licence)].path} target="_blank" rel="noreferrer">
            {t.lire} {textesParametre.mentions.nouvelOnglet}
          </a>
        </Note>
      </div>
    </FormeReglages>
  )
}

/** Statistical secrecy, from what share two years are compared, the licence of published data. */
export function AnnuaireForm() {
  const groupe = useReglagesAnnuaire()
  return (
    <>
      <p className="prm-chapeau">{t.chapeau}</p>
      <Chargement requete={groupe.requete}>
        {(recu) => <Forme recu={recu} groupe={groupe} />}
      </Chargement>
    </>
  )
}
