import type { Jeton } from '@releve/contract/jeton/jeton.schema.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Demander, useDemandee } from '../app/demande.ts'
import { paths } from '../paths.ts'
import { Actes } from '../ui/Actes.tsx'
import { Alerte } from '../ui/Alerte.tsx'
import { BoutonAction, LienAction } from '../ui/BoutonAction.tsx'
import { ChampTexte } from '../ui/ChampTexte.tsx'
import { Chargement } from '../ui/Chargement.tsx'
import { copier, peutCopier } from '../ui/copier.ts'
import { Dialogue } from '../ui/Dialogue.tsx'
import { EtatVide } from '../ui/EtatVide.tsx'
import { Page } from '../ui/Page.tsx'
import { type Colonne, Tableau } from '../ui/Tableau.tsx'
import { useFocusGarde } from '../ui/useFocusGarde.ts'
import { JetonForm } from './JetonForm.tsx'
import { COLONNES_JETON, Revoquer } from './Jetons.tsx'
import { type MesJetons, mesJetons } from './jeton.queries.ts'
import { textesJeton } from './jeton.textes.ts'

const t = textesJeton.miens
const n = textesJeton.neuf

export const demander: Demander = (client) => client.prefetchQuery(mesJetons)

type Cree = { nom: string; jeton: string }

/** A token, shown this once. */
function Neuf({ nom, jeton, onFermer }: Cree & { onFermer: () => void }) {
  return (
    <Dialogue
      ouvert
      titre={n.titre}
      onFermer={onFermer}
      actions={
        <BoutonAction variant="contained" onClick={onFermer}>
          {n.fermer}
        </BoutonAction>
      }
    >
      <ChampTexte
        libelle={n.libelle(nom)}
        aide={n.aide}
        readOnly
        value={jeton}
        onFocus={({ target }) => target.select()}
      />
      {peutCopier() && (
        <p>
          <BoutonAction size="small" onClick={() => void copier(jeton, n.copie)}>
            {n.copier}
          </BoutonAction>
        </p>
      )}
      <p>
        {n.entete} <code>Authorization: Bearer rlv_…</code>
      </p>
      <p>
        {n.lire} <code>/api/docs</code>.
      </p>
      <p>{n.secret}</p>
    </Dialogue>
  )
}

function Creer({ lus }: { lus: MesJetons }) {
  const [ouvert, setOuvert] = useState(false)
  const [cree, setCree] = useState<Cree | null>(null)
  const montrer = (un: Cree) => {
    setOuvert(false)
    setCree(un)
  }
  return (
    <>
      <BoutonAction variant="contained" icone="plus" onClick={() => setOuvert(true)}>
        {t.creer}
      </BoutonAction>
      {ouvert && <JetonForm lus={lus} onCree={montrer} onFermer={() => setOuvert(false)} />}
      {cree && <Neuf {...cree} onFermer={() => setCree(null)} />}
    </>
  )
}

/** Few: in the order of their creation, without a sort. */
const COLONNES: readonly Colonne<Jeton>[] = [
  ...COLONNES_JETON.map(({ cle, titre, rendu }) => ({ cle, titre, rendu })),
  {
    cle: 'action',
    titre: textesJeton.colonnes.action,
    muet: true,
    rendu: (jeton) => <Revoquer jeton={jeton} />,
  },
]

/** `/dashboard/compte/jetons`: by what one's own programs call. */
export default function MesJetonsPage() {
  const requete = useQuery({ ...mesJetons, ...useDemandee() })
  const lus = requete.data
  const ref = useFocusGarde<HTMLDivElement>(
    lus?.jetons.filter(({ etat }) => etat === 'VALABLE').length ?? 0,
  )
  const actions = (
    <Actes>
      <LienAction to={paths.compte} icone="personne">
        {t.compte}
      </LienAction>
      {lus?.permis && <Creer lus={lus} />}
    </Actes>
  )
  return (
    <Page titre={t.titre} chapeau={t.chapeau} actions={actions}>
      <Chargement requete={requete}>
        {(recu) => (
          <div ref={ref} tabIndex={-1}>
            {!recu.permis && <Alerte gravite="warning">{t.interdits}</Alerte>}
            {recu.jetons.length > 0 ? (
              <Tableau
                legende={t.legende}
                colonnes={COLONNES}
                lignes={recu.jetons}
                cleDe={({ id }) => String(id)}
              />
            ) : (
              <EtatVide icone="motDePasse">{t.vide}</EtatVide>
            )}
          </div>
        )}
      </Chargement>
    </Page>
  )
}
