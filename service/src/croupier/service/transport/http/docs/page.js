// The document of the service that served this page; nothing is asked of anybody else.
SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#api',
  deepLinking: true,
  defaultModelsExpandDepth: -1, // there are hundreds
  validatorUrl: null,
});
