import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { BoutonAction, LienAction } from '../ui/BoutonAction.tsx'
import { prendreLeFocus } from '../ui/focus.ts'
import { Icone } from '../ui/Icone.tsx'
import { Page } from '../ui/Page.tsx'
import { ContactForm } from './ContactForm.tsx'
import { textes } from './contact.textes.ts'
import './Contact.css'

type Envoye = { libelle: string; email: string }

function Confirmation({ libelle, email, onAutre }: Envoye & { onAutre: () => void }) {
  return (
    <section className="ctc-merci" aria-labelledby="ctc-merci-titre">
      <h2 id="ctc-merci-titre" tabIndex={-1} ref={prendreLeFocus}>
        <Icone nom="coche" />
        {textes.reussite}
      </h2>
      <p>{libelle}</p>
      <p>
        {textes.reponse} <strong>{email}</strong>.
      </p>
      <div className="ctc-suites">
        <LienAction to={paths.accueil} variant="outlined">
          {textes.accueil}
        </LienAction>
        <BoutonAction variant="text" onClick={onAutre}>
          {textes.autreMessage}
        </BoutonAction>
      </div>
    </section>
  )
}

/** Who answers, how soon, what never to write. */
function BonASavoir() {
  return (
    <aside className="ctc-savoir" aria-labelledby="ctc-savoir-titre">
      <h2 id="ctc-savoir-titre">{textes.bonASavoir}</h2>
      <dl>
        {[textes.qui, textes.delai, textes.jamais, textes.donnees].map(({ titre, texte }) => (
          <div key={titre}>
            <dt>{titre}</dt>
            <dd>{texte}</dd>
          </div>
        ))}
      </dl>
      <h3>{textes.avant}</h3>
      <ul>
        <li>
          <Link to={paths.accueilSection('faq')}>{textes.faq}</Link>
        </li>
        <li>
          <Link to={paths.reinitialisation}>{textes.oubli}</Link>
        </li>
      </ul>
    </aside>
  )
}

/** `/contact-us`, inside the frame of the public pages. */
export default function ContactPage() {
  const [envoye, setEnvoye] = useState<Envoye | null>(null)
  const [suite, setSuite] = useState(false)
  const recommencer = () => {
    setSuite(true)
    setEnvoye(null)
  }
  return (
    <Page titre={textes.titre} chapeau={textes.chapeau}>
      <div className="ctc-colonnes">
        {envoye ? (
          <Confirmation {...envoye} onAutre={recommencer} />
        ) : (
          <ContactForm onReussite={setEnvoye} suite={suite} />
        )}
        <BonASavoir />
      </div>
    </Page>
  )
}
