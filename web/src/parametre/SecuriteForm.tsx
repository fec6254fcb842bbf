import type { OutputOf } from '@releve/contract/operation.ts'
import type { Securite, securiteApi } from '@releve/contract/parametre/securite.api.ts'
import { CHAMPS_SECURITE } from '@releve/contract/parametre/securite.champs.ts'
import { useId } from 'react'
import { ChampTexte } from '../ui/ChampTexte.tsx'
import { Chargement } from '../ui/Chargement.tsx'
import { enCorps, enSaisie, type SaisieDe, videDe } from '../ui/conversion.ts'
import { Note } from '../ui/Note.tsx'
import { FormeReglages, useReglages } from './FormeReglages.tsx'
import { useSecurite } from './parametre.queries.ts'
import { textesParametre } from './parametre.textes.ts'

const t = textesParametre.securite

type ReglagesRecus = OutputOf<typeof securiteApi.lireSecurite>

type Saisie = SaisieDe<
  typeof CHAMPS_SECURITE,
  {
    secondFacteurCentral: boolean
    postePartage: boolean
    fournisseurDpps: boolean
    fournisseurAdmin: boolean
    fournisseurStructure: boolean
    jetonsPermis: boolean
  }
>

const VIDE: Saisie = videDe(CHAMPS_SECURITE, {
  secondFacteurCentral: false,
  postePartage: false,
  fournisseurDpps: false,
  fournisseurAdmin: false,
  fournisseurStructure: false,
  jetonsPermis: false,
})
/** Whose accounts open by a provider alone. */
const IMPOSES = ['fournisseurDpps', 'fournisseurAdmin', 'fournisseurStructure'] as const

const saisieDe = (recu: ReglagesRecus) => enSaisie(CHAMPS_SECURITE, VIDE, recu)
const corpsDe = (saisie: Saisie): Securite => enCorps(CHAMPS_SECURITE, saisie)

type FormeSecurite = ReturnType<typeof useReglages<ReglagesRecus, Securite, Saisie>>['forme']
type ReglageProps = Pick<FormeSecurite, 'saisie' | 'nommer' | 'changer'> & {
  champ: 'secondFacteurCentral' | 'postePartage' | 'jetonsPermis'
  aide: string
}

/** Something that is on or off, and what it does. */
function Reglage({ saisie, nommer, changer, champ, aide }: ReglageProps) {
  const id = useId()
  return (
    <div>
      <label className="prm-case">
        <input
          type="checkbox"
          checked={saisie[champ]}
          aria-describedby={id}
          onChange={({ target }) => changer(champ, target.checked)}
        />
        {nommer(champ)}
      </label>
      <Note className="prm-note" id={id}>
        {aide}
      </Note>
    </div>
  )
}

function Forme({ recu, groupe }: { recu: ReglagesRecus; groupe: ReturnType<typeof useSecurite> }) {
  const reglages = useReglages(recu, groupe, {
    champs: CHAMPS_SECURITE,
    dire: 'aussitot',
    saisieDe,
    corpsDe,
  })
  const { forme } = reglages
  const { saisie, lier, nommer, changer } = forme
  return (
    <FormeReglages reglages={reglages}>
      <Reglage {...forme} champ="secondFacteurCentral" aide={t.facteurAide} />
      {saisie.secondFacteurCentral && (
        <ChampTexte
          {...lier('secondFacteurDelaiJours')}
          largeur="xs"
          aide={t.delaiAide}
          maxLength={3}
        />
      )}
      <fieldset className="ui-cases" aria-describedby="prm-fournisseur-aide">
        <legend>{t.fournisseur}</legend>
        {IMPOSES.map((champ) => (
          <label key={champ}>
            <input
              type="checkbox"
              checked={saisie[champ]}
              onChange={({ target }) => changer(champ, target.checked)}
            />
            {nommer(champ)}
          </label>
        ))}
        <Note className="prm-note" id="prm-fournisseur-aide">
          {t.fournisseurAide}
        </Note>
      </fieldset>
      <Reglage {...forme} champ="postePartage" aide={t.posteAide} />
      <Reglage {...forme} champ="jetonsPermis" aide={t.jetonsAide} />
      {saisie.jetonsPermis && (
        <ChampTexte
          {...lier('jetonDureeJours')}
          largeur="xs"
          aide={t.jetonDureeAide}
          maxLength={3}
        />
      )}
      <div className="prm-courts">
        <ChampTexte
          {...lier('sessionInactiviteMinutes')}
          largeur="xs"
          aide={t.inactiviteAide}
          maxLength={4}
        />
        <ChampTexte {...lier('sessionDureeHeures')} largeur="xs" aide={t.dureeAide} maxLength={4} />
      </div>
    </FormeReglages>
  )
}

/** How long sessions last, and what is asked of central accounts. */
export function SecuriteForm() {
  const groupe = useSecurite()
  return (
    <Chargement requete={groupe.requete}>
      {(recu) => <Forme recu={recu} groupe={groupe} />}
    </Chargement>
  )
}
