import type { Words } from './fr.ts';

export const es: Words = {
  nameOf: {
    estimate: (n) => `Presupuesto ${n}`,
    purchase_order: (n) => `Pedido ${n}`,
    advance: (n) => `Factura de anticipo ${n}`,
    invoice: (n) => `Factura ${n}`,
    credit_note: (n) => `Factura rectificativa ${n}`,
  },
  draft: '(borrador)',
  glance: {
    toPayBy: (day) => `a pagar a más tardar el ${day}`,
    wasToPayBy: (day) => `a pagar: el vencimiento era el ${day}`,
    validUntil: (day) => `válido hasta el ${day}`,
    paid: 'pagada por completo',
    toRefund: (amount) => `por reembolsarle: ${amount}`,
    nothingToPay: 'nada que pagar',
  },
  greeting: 'Buenos días:',
  greetingTo: (name) => `Buenos días, ${name}:`,
  closing: 'Atentamente,',
  subject: (document, from) => `${document} de ${from}`,
  opening: {
    estimate: (n) => `Le enviamos adjunto nuestro presupuesto ${n}.`,
    purchase_order: (n) => `Le enviamos adjunto nuestro pedido ${n}.`,
    advance: (n) => `Le enviamos adjunta nuestra factura de anticipo ${n}.`,
    invoice: (n) => `Le enviamos adjunta nuestra factura ${n}.`,
    credit_note: (n) => `Le enviamos adjunta nuestra factura rectificativa ${n}.`,
  },
  validUntil: (day) => `Nuestra oferta es válida hasta el ${day}.`,
  toAccept: 'Para aceptarla, devuélvanos el documento firmado o responda simplemente a este mensaje.',
  payBy: (amount, day) => `Le rogamos que pague ${amount} a más tardar el ${day}.`,
  payOverdue: (amount, day) =>
    `Esta factura debía pagarse a más tardar el ${day}. Le rogamos que pague ${amount} lo antes posible.`,
  nothingToPay: 'No queda nada por pagar: gracias por su pago.',
  nothingLeft: 'No queda nada por pagar.',
  refundOwed: (amount) => `Le debemos ${amount}, por reembolsar o por deducir de un próximo pago.`,
  reminder: {
    subject: (document) => `Recordatorio: ${document}`,
    opening: {
      advance: (n) => `Salvo error por nuestra parte, nuestra factura de anticipo ${n} aún no se ha pagado.`,
      invoice: (n) => `Salvo error por nuestra parte, nuestra factura ${n} aún no se ha pagado.`,
    },
    wasDue: (amount, day) => `Quedan por pagar ${amount}; el vencimiento era el ${day}.`,
    isDue: (amount, day) => `Quedan por pagar ${amount}; el vencimiento es el ${day}.`,
    please: 'Le rogamos que efectúe el pago lo antes posible, o que nos escriba si algo se lo impide.',
    crossed: 'Si su pago se ha cruzado con este mensaje, le rogamos que no lo tenga en cuenta.',
    again: {
      subject: (document) => `Segundo recordatorio: ${document}`,
      opening: {
        advance: (n) => `A pesar de nuestro recordatorio, nuestra factura de anticipo ${n} sigue sin pagarse.`,
        invoice: (n) => `A pesar de nuestro recordatorio, nuestra factura ${n} sigue sin pagarse.`,
      },
      please: 'Le rogamos que la pague en un plazo de ocho días, o que nos diga qué se lo impide.',
    },
    firm: {
      subject: (document) => `Impagada: ${document}`,
      opening: {
        advance: (n) => `A pesar de nuestros recordatorios, nuestra factura de anticipo ${n} continúa impagada.`,
        invoice: (n) => `A pesar de nuestros recordatorios, nuestra factura ${n} continúa impagada.`,
      },
      please: 'Le pedimos que la pague sin demora. De lo contrario, tendremos que requerirle formalmente el pago.',
    },
    lumpSum: (amount) =>
      `Este retraso da derecho a una indemnización fija de ${amount} por gastos de cobro (código de comercio francés, art. D441-5).`,
    penalties: (amount) =>
      `Los intereses de demora previstos en nuestras condiciones ascienden hoy a ${amount} (código de comercio francés, art. L441-10).`,
    penaltiesRun:
      'Los intereses de demora previstos en nuestras condiciones corren desde el día siguiente al vencimiento (código de comercio francés, art. L441-10).',
  },
  supplierInvoices: {
    subject: (n) => (n === 1 ? 'Ha llegado una factura de un proveedor' : `Han llegado ${n} facturas de proveedores`),
    opening: (n) =>
      n === 1
        ? 'Su plataforma homologada ha entregado esta factura:'
        : `Su plataforma homologada ha entregado estas ${n} facturas:`,
    unreadable: (file) => `${file} (archivo ilegible)`,
    more: (n) => (n === 1 ? 'y otra' : `y otras ${n}`),
    remark: 'Compruebe el importe y la cuenta bancaria antes de pagar.',
  },
  unreminded: {
    subject: (n) => `Recordatorio imposible: factura ${n}`,
    opening: (n, customer) =>
      `Hay que recordar la factura ${n}, pero no tenemos ninguna dirección de correo de ${customer}.`,
    remedy: 'Abra la factura y dé una dirección a sus recordatorios, o recuérdeselo a este cliente de otro modo.',
  },
  recurring: (n) => `Le enviamos adjunta su nueva factura periódica ${n}.`,
  between: ': ',
  facts: {
    number: 'Número',
    emittedOn: 'Fecha',
    total: 'Importe',
    remaining: 'Pendiente de pago',
    toRefund: 'Por reembolsarle',
    holder: 'Beneficiario',
    iban: 'IBAN',
    bic: 'BIC',
    reference: 'Concepto de la transferencia',
  },
  transfer: 'Para pagar por transferencia',
  view: {
    estimate: 'Ver el presupuesto',
    purchase_order: 'Ver el pedido',
    advance: 'Ver la factura de anticipo',
    invoice: 'Ver la factura',
    credit_note: 'Ver la factura rectificativa',
  },
  test: 'Documento de prueba, sin valor legal.',
  trial: 'Prueba: nadie más recibe este mensaje, que se lee tal como lo leería su cliente.',
  signature: {
    subject: (from) => `Prueba de su firma, ${from}`,
    opening: 'Así se lee su firma al pie de un mensaje:',
  },
  webhookDisabled: {
    subject: (host) => `Webhook desactivado: ${host}`,
    opening: (host) => `El webhook hacia ${host} ya no recibe nada: lo hemos desactivado.`,
    reason: {
      gone: 'Su dirección respondió que ya no existe (410).',
      failing: 'Desde hace 120 horas no llega nada.',
    },
    remedy: 'Lo que esperaba está guardado: corrija la dirección y vuelva a activar el webhook.',
  },
  invitation: {
    subject: (account) => `Invitación a ${account}`,
    opening: (by, account) => `${by} le invita a unirse a ${account} en Facturier. Abra este enlace para aceptar:`,
    remark: 'Sirve una vez, durante siete días. Si no esperaba esta invitación, no haga nada.',
  },
  portal: {
    subject: (from) => `Sus documentos con ${from}`,
    opening: (from) => `Ha pedido sus documentos con ${from}. Abra este enlace para encontrarlos todos:`,
    remark: 'Funciona durante un día. Si no ha pedido nada, no haga nada: solo usted recibe este mensaje.',
  },
  newPassword: {
    subject: 'Nueva contraseña',
    opening: 'Se ha pedido una nueva contraseña para esta dirección. Abra este enlace para elegirla:',
    remark:
      'Sirve una vez, durante 30 minutos, y cierra todas sus sesiones. Si no ha pedido nada, no haga nada: su contraseña sigue siendo la misma.',
  },
  newAddress: {
    subject: 'Confirme su nueva dirección',
    opening: 'Ha pedido iniciar sesión con esta dirección. Abra este enlace para confirmar que es suya:',
    remark:
      'Sirve una vez, durante 24 horas; hasta entonces inicia sesión como antes. Si no ha pedido nada, no haga nada.',
  },
  addressAsked: {
    subject: 'Su dirección de acceso va a cambiar',
    opening: (email) =>
      `Se ha pedido iniciar sesión en adelante con ${email}. Esta dirección sigue siendo la suya hasta que se confirme la otra.`,
    remark: 'Si no ha sido usted, cambie su contraseña cuanto antes: en los ajustes, Seguridad.',
  },
  auditHeads: {
    subject: (day) => `Últimas entradas de su pista de auditoría: ${day}`,
    opening:
      'Estas son las últimas entradas de su pista de auditoría, con su firma. Guarde este mensaje: prueba que ninguna entrada anterior se ha modificado ni eliminado. Quien gestiona el servicio lo verifica con: facturier verify --heads ARCHIVO',
  },
  /** A document that is signed online. */
  signing: {
    ask: {
      subject: (document: string, from: string): string => `${document} para firmar – ${from}`,
      opening: (document: string, from: string): string => `${from} le invita a leer y firmar en línea: ${document}.`,
      button: 'Leer y firmar',
      until: (day: string): string => `Puede firmar hasta el ${day}.`,
      remark: 'Este enlace es personal: permite firmar en su nombre. No lo reenvíe.',
    },
    remind: {
      subject: (document: string): string => `Recordatorio: ${document} espera su respuesta`,
      opening: (document: string, from: string): string => `${from} espera su respuesta sobre: ${document}.`,
    },
    code: {
      subject: (code: string): string => `Su código: ${code}`,
      opening: 'Este es el código que debe copiar para firmar:',
      remark: 'Vale diez minutos. Si no ha pedido nada, no haga nada.',
    },
    signed: {
      subject: (document: string): string => `Firmado: ${document}`,
      opening: (document: string, name: string, when: string): string =>
        `${document} fue firmado por ${name} el ${when}.`,
      enclosed: 'El documento firmado va adjunto, con su página de prueba.',
    },
    refused: {
      subject: (document: string): string => `Rechazado: ${document}`,
      opening: (document: string): string => `Su cliente ha rechazado: ${document}.`,
      reason: {
        price: 'El precio.',
        delay: 'El plazo.',
        another_company: 'Se ha elegido otra empresa.',
        postponed: 'El proyecto se aplaza.',
        other: 'Otro motivo.',
      },
    },
    question: {
      subject: (document: string): string => `Pregunta: ${document}`,
      opening: (document: string): string => `Su cliente pregunta sobre: ${document}.`,
    },
  },
  onlinePayment: {
    canceled: {
      subject: (document) => `Pagado después de la anulación: ${document}`,
      opening: (document, customer, amount) =>
        `${customer} ha pagado ${amount} en línea por ${document}, que está anulado. Este importe no se ha aplicado a nada.`,
      remedy:
        'Devuélvalo desde su proveedor de pagos o aplíquelo a otro documento: sigue apareciendo en Pagos en línea.',
    },
    paid: {
      subject: (document) => `Pagado dos veces: ${document}`,
      opening: (document, customer, amount) =>
        `${customer} ha pagado ${amount} en línea por ${document}, que ya estaba pagado. Este importe no se ha aplicado a nada.`,
      remedy:
        'Devuélvalo desde su proveedor de pagos o aplíquelo a otro documento: sigue apareciendo en Pagos en línea.',
    },
    more: {
      subject: (document) => `Pagado de más: ${document}`,
      opening: (document, customer, amount) =>
        `${customer} ha pagado en línea ${amount} más de lo que quedaba pendiente de ${document}. Este importe no se ha aplicado a nada.`,
      remedy:
        'Devuélvalo desde su proveedor de pagos o aplíquelo a otro documento: sigue apareciendo en Pagos en línea.',
    },
    agency: {
      subject: (document) => `Transferido de más por la Urssaf: ${document}`,
      opening: (document, customer, amount) =>
        `La Urssaf ha transferido ${amount} más de lo que quedaba pendiente de ${document} (${customer}). Este importe no se ha aplicado a nada.`,
      remedy: 'Aclare con la Urssaf o con su cliente a quién corresponde: sigue apareciendo en la factura.',
    },
    disputed: {
      subject: (document) => `Pago impugnado: ${document}`,
      opening: (document, customer, amount) =>
        `El banco de ${customer} ha recuperado ${amount} pagados en línea por ${document}. El documento vuelve a estar pendiente.`,
      remedy:
        'Responda a la impugnación en su proveedor de pagos dentro del plazo indicado. Si se resuelve a su favor, el pago se registra de nuevo por sí solo.',
    },
    won: {
      subject: (document) => `Impugnación ganada: ${document}`,
      opening: (document, customer, amount) =>
        `El banco de ${customer} ha devuelto ${amount} pagados en línea por ${document} e impugnados.`,
      remedy:
        'El pago vuelve a estar registrado. Lo que el documento ya no puede recibir sigue apareciendo en Pagos en línea.',
    },
  },
  recurringNotice: {
    subject: {
      unmet: (c) => `Factura periódica por completar: ${c}`,
      missed: (c) => `Facturas periódicas por revisar: ${c}`,
      unsent: (c) => `Factura periódica no enviada: ${c}`,
    },
    unmet: (c, d) => `La factura periódica de ${c} del ${d} no se pudo finalizar: le falta algo. Queda en borrador.`,
    paused: 'Es la tercera seguida: esta repetición está en pausa. Reanúdela cuando todo esté en orden.',
    missed: (n, c) =>
      `El servicio estaba parado: ${n} facturas periódicas de ${c} no se hicieron en su fecha. En lugar de emitirlas todas hoy, se hacen como borradores.`,
    remedy: 'Abra sus borradores: allí se dice lo que falta.',
    unsent: (f, c) =>
      `La factura periódica ${f} de ${c} está finalizada, pero no se pudo enviar: compruebe la dirección de este cliente y envíela.`,
  },
  undelivered: {
    subject: (subject) => `No entregado: ${subject}`,
    opening: 'Este mensaje no se ha podido entregar a:',
    answer: (answer) => `Respuesta del servidor: ${answer}`,
    remedy: 'Compruebe la dirección y envíelo de nuevo.',
  },
};
