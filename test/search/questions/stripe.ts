import type { QuestionSet } from "./question-model.js";

export const stripe: QuestionSet = {
  tuning: [
    ["list all customers", "GET /v1/customers"],
    [
      "refund a charge",
      "POST /v1/charges/{charge}/refund",
      "POST /v1/refunds",
      "POST /v1/charges/{charge}/refunds",
    ],
    ["show me the balance", "GET /v1/balance"],
    ["update the email address of a customer", "POST /v1/customers/{customer}"],
    ["pay an invoice", "POST /v1/invoices/{invoice}/pay"],
    ["create a product", "POST /v1/products"],
    ["cancel a payment", "POST /v1/payment_intents/{intent}/cancel"],
    ["attach a payment method to a customer", "POST /v1/payment_methods/{payment_method}/attach"],
    [
      "what are the line items of a checkout session",
      "GET /v1/checkout/sessions/{session}/line_items",
    ],
    [
      "submit evidence for a dispute",
      "POST /v1/disputes/{dispute}",
      "POST /v1/charges/{charge}/dispute",
      "POST /v1/issuing/disputes/{dispute}/submit",
    ],
    [
      "remove a card from a customer",
      "DELETE /v1/customers/{customer}/cards/{id}",
      "DELETE /v1/customers/{customer}/sources/{id}",
      "POST /v1/payment_methods/{payment_method}/detach",
    ],
    ["send money to a connected account", "POST /v1/transfers"],
    ["list the prices of a product", "GET /v1/prices"],
    ["create a discount coupon", "POST /v1/coupons"],
    ["preview the upcoming invoice", "GET /v1/invoices/upcoming"],
  ],
  aside: [
    [
      "create a subscription for a customer",
      "POST /v1/subscriptions",
      "POST /v1/customers/{customer}/subscriptions",
    ],
    ["void an invoice", "POST /v1/invoices/{invoice}/void"],
    ["list my payouts", "GET /v1/payouts"],
    ["delete a customer", "DELETE /v1/customers/{customer}"],
    ["look up a charge", "GET /v1/charges/{charge}", "GET /v1/charges/search", "GET /v1/charges"],
    ["make a payment link", "POST /v1/payment_links"],
    ["resume a paused subscription", "POST /v1/subscriptions/{subscription}/resume"],
    ["upload a file", "POST /v1/files"],
    ["create a promotion code", "POST /v1/promotion_codes"],
    [
      "show the subscriptions of a customer",
      "GET /v1/customers/{customer}/subscriptions",
      "GET /v1/subscriptions",
    ],
    ["confirm a payment intent", "POST /v1/payment_intents/{intent}/confirm"],
    ["register a terminal reader", "POST /v1/terminal/readers"],
    ["list recent events", "GET /v1/events"],
    ["add a tax id to a customer", "POST /v1/customers/{customer}/tax_ids"],
    ["email an invoice to the customer", "POST /v1/invoices/{invoice}/send"],
  ],
};
