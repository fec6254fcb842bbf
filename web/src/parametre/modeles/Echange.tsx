import {
  FORMATS_ECHANGE,
  type FormatEchange,
  LIBELLES_FORMATS_ECHANGE,
} from '@releve/contract/formulaire/formulaire.schema.ts'
import type { ModeleGere } from '@releve/contract/modele/gestion.schema.ts'
import { isoDe, libellePeriode, periodeDe } from '@releve/contract/mois.ts'
import { useState } from 'react'
import { useExporterCorrespondance, useExporterValeurs } from '../../formulaire/echange.queries.ts'
import { useCalendrier } from '../../systeme/systeme.queries.ts'
import { BoutonAction } from '../../ui/BoutonAction.tsx'
import { ChampListe } from '../../ui/ChampTexte.tsx'
import { Dialogue } from '../../ui/Dialogue.tsx'
import { textesModele } from './modele.textes.ts'

const t = textesModele.echange
const MOIS_PROPOSES = 60

const FORMATS = FORMATS_ECHANGE.map((code) => ({ code, libelle: LIBELLES_FORMATS_ECHANGE[code] }))

/** The months that have begun, the latest first. */
function useMois() {
  const { rang } = useCalendrier()
  return Array.from({ length: MOIS_PROPOSES }, (_, recul) => {
    const periode = periodeDe(rang - recul)
    return { code: isoDe(periode), libelle: libellePeriode(periode) }
  })
}

type Props = { modele: ModeleGere; onFermer: () => void }

/** « Donner les valeurs diffusées »: a file for another system, and what our cells are called there. */
export default function Echange({ modele: { code, libelle }, onFermer }: Props) {
  const mois = useMois()
  const [format, setFormat] = useState<FormatEchange>('dhis2')
  const [du, setDu] = useState(mois[12]?.code ?? '')
  const [au, setAu] = useState(mois[1]?.code ?? '')
  const valeurs = useExporterValeurs(code, t.donnees)
  const correspondance = useExporterCorrespondance(code)
  return (
    <Dialogue
      ouvert
      titre={t.titre(libelle)}
      largeur="md"
      onFermer={onFermer}
      onSoumettre={() => valeurs.mutate({ format, du, au })}
      actions={
        <>
          <BoutonAction variant="text" onClick={onFermer}>
            {t.fermer}
          </BoutonAction>
          <BoutonAction type="submit" variant="contained" enCours={valeurs.isPending}>
            {t.telecharger}
          </BoutonAction>
        </>
      }
    >
      <div className="ui-fiche">
        <p>{t.aide}</p>
        <ChampListe
          libelle={t.format}
          options={FORMATS}
          value={format}
          onChange={({ target }) =>
            setFormat(FORMATS_ECHANGE.find((un) => un === target.value) ?? 'dhis2')
          }
        />
        <ChampListe
          libelle={t.du}
          options={mois}
          value={du}
          onChange={({ target }) => setDu(target.value)}
        />
        <ChampListe
          libelle={t.au}
          options={mois}
          value={au}
          onChange={({ target }) => setAu(target.value)}
        />
        {valeurs.data?.compte?.absents && <p>{t.absents(valeurs.data.compte.absents)}</p>}
        <div>
          <BoutonAction
            multiligne
            size="small"
            icone="telecharger"
            enCours={correspondance.isPending}
            onClick={() => correspondance.mutate()}
          >
            {t.correspondance}
          </BoutonAction>
        </div>
      </div>
    </Dialogue>
  )
}
