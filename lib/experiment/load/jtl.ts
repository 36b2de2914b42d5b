/** How JMeter begins the message of a transaction, in every language of its own. */
export const transactionMessage = 'Number of samples in transaction'
