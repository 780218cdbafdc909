import type { Words } from './fr.ts';

export const pt: Words = {
  nameOf: {
    estimate: (n) => `Orçamento ${n}`,
    purchase_order: (n) => `Nota de encomenda ${n}`,
    advance: (n) => `Fatura de adiantamento ${n}`,
    invoice: (n) => `Fatura ${n}`,
    credit_note: (n) => `Nota de crédito ${n}`,
  },
  draft: '(rascunho)',
  glance: {
    toPayBy: (day) => `a pagar até ${day}`,
    wasToPayBy: (day) => `a pagar: o vencimento era em ${day}`,
    validUntil: (day) => `válido até ${day}`,
    paid: 'totalmente paga',
    toRefund: (amount) => `a reembolsar-lhe: ${amount}`,
    nothingToPay: 'nada a pagar',
  },
  greeting: 'Bom dia,',
  greetingTo: (name) => `Bom dia ${name},`,
  closing: 'Com os melhores cumprimentos,',
  subject: (document, from) => `${document} de ${from}`,
  opening: {
    estimate: (n) => `Segue em anexo o nosso orçamento ${n}.`,
    purchase_order: (n) => `Segue em anexo a nossa nota de encomenda ${n}.`,
    advance: (n) => `Segue em anexo a nossa fatura de adiantamento ${n}.`,
    invoice: (n) => `Segue em anexo a nossa fatura ${n}.`,
    credit_note: (n) => `Segue em anexo a nossa nota de crédito ${n}.`,
  },
  validUntil: (day) => `A nossa proposta é válida até ${day}.`,
  toAccept: 'Para a aceitar, devolva-nos o documento assinado ou responda simplesmente a esta mensagem.',
  payBy: (amount, day) => `Agradecemos o pagamento de ${amount} até ${day}.`,
  payOverdue: (amount, day) =>
    `Esta fatura devia ter sido paga até ${day}. Agradecemos o pagamento de ${amount} logo que possível.`,
  nothingToPay: 'Não há nada a pagar: obrigado pelo seu pagamento.',
  nothingLeft: 'Não há nada a pagar.',
  refundOwed: (amount) => `Devemos-lhe ${amount}, a reembolsar ou a deduzir de um próximo pagamento.`,
  reminder: {
    subject: (document) => `Lembrete: ${document}`,
    opening: {
      advance: (n) => `Salvo erro nosso, a nossa fatura de adiantamento ${n} ainda não foi paga.`,
      invoice: (n) => `Salvo erro nosso, a nossa fatura ${n} ainda não foi paga.`,
    },
    wasDue: (amount, day) => `Falta pagar ${amount}; a data de vencimento era ${day}.`,
    isDue: (amount, day) => `Falta pagar ${amount}; a data de vencimento é ${day}.`,
    please: 'Agradecemos que efetue o pagamento assim que possível, ou que nos escreva se algo o impedir.',
    crossed: 'Se o seu pagamento se cruzou com esta mensagem, por favor ignore-a.',
    again: {
      subject: (document) => `Segundo lembrete: ${document}`,
      opening: {
        advance: (n) => `Apesar do nosso lembrete, a nossa fatura de adiantamento ${n} continua por pagar.`,
        invoice: (n) => `Apesar do nosso lembrete, a nossa fatura ${n} continua por pagar.`,
      },
      please: 'Pedimos que a pague no prazo de oito dias, ou que nos diga o que o impede.',
    },
    firm: {
      subject: (document) => `Por pagar: ${document}`,
      opening: {
        advance: (n) => `Apesar dos nossos lembretes, a nossa fatura de adiantamento ${n} permanece por pagar.`,
        invoice: (n) => `Apesar dos nossos lembretes, a nossa fatura ${n} permanece por pagar.`,
      },
      please: 'Pedimos que a pague sem demora. Caso contrário, teremos de o interpelar formalmente para pagamento.',
    },
    lumpSum: (amount) =>
      `Este atraso dá direito a uma indemnização fixa de ${amount} por despesas de cobrança (código comercial francês, art. D441-5).`,
    penalties: (amount) =>
      `Os juros de mora previstos nas nossas condições ascendem hoje a ${amount} (código comercial francês, art. L441-10).`,
    penaltiesRun:
      'Os juros de mora previstos nas nossas condições correm desde o dia seguinte ao vencimento (código comercial francês, art. L441-10).',
  },
  supplierInvoices: {
    subject: (n) => (n === 1 ? 'Chegou uma fatura de um fornecedor' : `Chegaram ${n} faturas de fornecedores`),
    opening: (n) =>
      n === 1
        ? 'A sua plataforma aprovada entregou esta fatura:'
        : `A sua plataforma aprovada entregou estas ${n} faturas:`,
    unreadable: (file) => `${file} (ficheiro ilegível)`,
    more: (n) => (n === 1 ? 'e mais uma' : `e mais ${n}`),
    remark: 'Verifique o montante e a conta bancária antes de pagar.',
  },
  unreminded: {
    subject: (n) => `Lembrete impossível: fatura ${n}`,
    opening: (n, customer) =>
      `A fatura ${n} deveria ser lembrada, mas não temos nenhum endereço eletrónico de ${customer}.`,
    remedy: 'Abra a fatura e dê um endereço aos seus lembretes, ou lembre este cliente de outra forma.',
  },
  recurring: (n) => `Segue em anexo a sua nova fatura periódica ${n}.`,
  between: ': ',
  facts: {
    number: 'Número',
    emittedOn: 'Data',
    total: 'Montante',
    remaining: 'Por pagar',
    toRefund: 'A reembolsar-lhe',
    holder: 'Beneficiário',
    iban: 'IBAN',
    bic: 'BIC',
    reference: 'Descritivo',
  },
  transfer: 'Para pagar por transferência',
  view: {
    estimate: 'Ver o orçamento',
    purchase_order: 'Ver a nota de encomenda',
    advance: 'Ver a fatura de adiantamento',
    invoice: 'Ver a fatura',
    credit_note: 'Ver a nota de crédito',
  },
  test: 'Documento de teste, sem valor legal.',
  trial: 'Ensaio: mais ninguém recebe esta mensagem, que se lê tal como o seu cliente a leria.',
  signature: {
    subject: (from) => `Ensaio da sua assinatura, ${from}`,
    opening: 'Eis como se lê a sua assinatura no fim de uma mensagem:',
  },
  webhookDisabled: {
    subject: (host) => `Webhook desativado: ${host}`,
    opening: (host) => `O webhook para ${host} já não recebe nada: foi desativado.`,
    reason: {
      gone: 'O seu endereço respondeu que já não existe (410).',
      failing: 'Há 120 horas que nada lá chega.',
    },
    remedy: 'O que esperava está guardado: corrija o endereço e volte a ativar o webhook.',
  },
  invitation: {
    subject: (account) => `Convite para ${account}`,
    opening: (by, account) => `${by} convida-o a juntar-se a ${account} no Facturier. Abra esta ligação para aceitar:`,
    remark: 'Serve uma vez, durante sete dias. Se não esperava este convite, não faça nada.',
  },
  portal: {
    subject: (from) => `Os seus documentos em ${from}`,
    opening: (from) => `Pediu os seus documentos em ${from}. Abra esta ligação para os encontrar todos:`,
    remark: 'Funciona durante um dia. Se não pediu nada, não faça nada: só você recebe esta mensagem.',
  },
  newPassword: {
    subject: 'Nova palavra-passe',
    opening: 'Foi pedida uma nova palavra-passe para este endereço. Abra esta ligação para a escolher:',
    remark:
      'Serve uma vez, durante 30 minutos, e termina todas as suas sessões. Se não pediu nada, não faça nada: a sua palavra-passe continua a mesma.',
  },
  newAddress: {
    subject: 'Confirme o seu novo endereço',
    opening: 'Pediu para iniciar sessão com este endereço. Abra esta ligação para confirmar que é seu:',
    remark: 'Serve uma vez, durante 24 horas; até lá inicia sessão como antes. Se não pediu nada, não faça nada.',
  },
  addressAsked: {
    subject: 'O seu endereço de acesso vai mudar',
    opening: (email) =>
      `Foi pedido iniciar sessão, a partir de agora, com ${email}. Este endereço continua a ser o seu até o outro ser confirmado.`,
    remark: 'Se não foi você, mude já a sua palavra-passe: nas definições, Segurança.',
  },
  auditHeads: {
    subject: (day) => `Últimas entradas da sua pista de auditoria: ${day}`,
    opening:
      'Estas são as últimas entradas da sua pista de auditoria, com a respetiva assinatura. Guarde esta mensagem: prova que nenhuma entrada anterior foi alterada ou eliminada. Quem gere o serviço verifica isto com: facturier verify --heads FICHEIRO',
  },
  /** A document that is signed online. */
  signing: {
    ask: {
      subject: (document: string, from: string): string => `${document} para assinar – ${from}`,
      opening: (document: string, from: string): string => `${from} convida-o a ler e assinar em linha: ${document}.`,
      button: 'Ler e assinar',
      until: (day: string): string => `Pode assinar até ${day}.`,
      remark: 'Esta ligação é pessoal: permite assinar em seu nome. Não a reencaminhe.',
    },
    remind: {
      subject: (document: string): string => `Lembrete: ${document} aguarda a sua resposta`,
      opening: (document: string, from: string): string => `${from} aguarda a sua resposta sobre: ${document}.`,
    },
    code: {
      subject: (code: string): string => `O seu código: ${code}`,
      opening: 'Eis o código a copiar para assinar:',
      remark: 'É válido durante dez minutos. Se não pediu nada, não faça nada.',
    },
    signed: {
      subject: (document: string): string => `Assinado: ${document}`,
      opening: (document: string, name: string, when: string): string =>
        `${document} foi assinado por ${name} em ${when}.`,
      enclosed: 'O documento assinado segue em anexo, com a sua página de prova.',
    },
    refused: {
      subject: (document: string): string => `Recusado: ${document}`,
      opening: (document: string): string => `O seu cliente recusou: ${document}.`,
      reason: {
        price: 'O preço.',
        delay: 'O prazo.',
        another_company: 'Foi escolhida outra empresa.',
        postponed: 'O projeto foi adiado.',
        other: 'Outro motivo.',
      },
    },
    question: {
      subject: (document: string): string => `Pergunta: ${document}`,
      opening: (document: string): string => `O seu cliente tem uma pergunta sobre: ${document}.`,
    },
  },
  onlinePayment: {
    canceled: {
      subject: (document) => `Pago após a anulação: ${document}`,
      opening: (document, customer, amount) =>
        `${customer} pagou ${amount} em linha por ${document}, que está anulado. Este montante não foi imputado a nada.`,
      remedy:
        'Devolva-o no seu prestador de pagamentos ou impute-o a outro documento: continua listado em Pagamentos em linha.',
    },
    paid: {
      subject: (document) => `Pago duas vezes: ${document}`,
      opening: (document, customer, amount) =>
        `${customer} pagou ${amount} em linha por ${document}, que já estava pago. Este montante não foi imputado a nada.`,
      remedy:
        'Devolva-o no seu prestador de pagamentos ou impute-o a outro documento: continua listado em Pagamentos em linha.',
    },
    more: {
      subject: (document) => `Pago a mais: ${document}`,
      opening: (document, customer, amount) =>
        `${customer} pagou em linha ${amount} a mais do que restava em dívida de ${document}. Este montante não foi imputado a nada.`,
      remedy:
        'Devolva-o no seu prestador de pagamentos ou impute-o a outro documento: continua listado em Pagamentos em linha.',
    },
    agency: {
      subject: (document) => `Transferido a mais pela Urssaf: ${document}`,
      opening: (document, customer, amount) =>
        `A Urssaf transferiu ${amount} a mais do que restava em dívida de ${document} (${customer}). Este montante não foi imputado a nada.`,
      remedy: 'Esclareça com a Urssaf ou com o seu cliente a quem pertence: continua indicado na fatura.',
    },
    disputed: {
      subject: (document) => `Pagamento contestado: ${document}`,
      opening: (document, customer, amount) =>
        `O banco de ${customer} recuperou ${amount} pagos em linha por ${document}. O documento está de novo por pagar.`,
      remedy:
        'Responda à contestação no seu prestador de pagamentos dentro do prazo indicado. Se for decidida a seu favor, o pagamento é registado de novo por si só.',
    },
    won: {
      subject: (document) => `Contestação ganha: ${document}`,
      opening: (document, customer, amount) =>
        `O banco de ${customer} devolveu ${amount} pagos em linha por ${document} e contestados.`,
      remedy:
        'O pagamento está de novo registado. O que o documento já não pode receber continua listado em Pagamentos em linha.',
    },
  },
  recurringNotice: {
    subject: {
      unmet: (c) => `Fatura periódica a completar: ${c}`,
      missed: (c) => `Faturas periódicas a verificar: ${c}`,
      unsent: (c) => `Fatura periódica não enviada: ${c}`,
    },
    unmet: (c, d) =>
      `A fatura periódica de ${c} de ${d} não pôde ser finalizada: falta alguma coisa. Fica em rascunho.`,
    paused: 'É a terceira seguida: esta recorrência está em pausa. Retome-a quando tudo estiver em ordem.',
    missed: (n, c) =>
      `O serviço estava parado: ${n} faturas periódicas de ${c} não foram feitas na sua data. Em vez de as emitir todas hoje, são feitas em rascunho.`,
    remedy: 'Abra os seus rascunhos: lá está o que falta.',
    unsent: (f, c) =>
      `A fatura periódica ${f} de ${c} está finalizada, mas não pôde ser enviada: verifique o endereço deste cliente e envie-a.`,
  },
  undelivered: {
    subject: (subject) => `Não entregue: ${subject}`,
    opening: 'Esta mensagem não pôde ser entregue a:',
    answer: (answer) => `Resposta do servidor: ${answer}`,
    remedy: 'Verifique o endereço e envie-a de novo.',
  },
};
