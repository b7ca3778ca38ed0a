{{- define "croupier.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 52 | trimSuffix "-" -}}
{{- else -}}
{{- $name := default .Chart.Name .Values.nameOverride -}}
{{- if contains $name .Release.Name -}}
{{- .Release.Name | trunc 52 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name $name | trunc 52 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{- define "croupier.chosen" -}}
app.kubernetes.io/name: {{ default .Chart.Name .Values.nameOverride | trunc 63 | trimSuffix "-" }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "croupier.labels" -}}
{{ include "croupier.chosen" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
app.kubernetes.io/part-of: croupier
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" }}
{{- end -}}

{{- /* The parts of a release: the house itself, and the Valkey that is bundled with it. */ -}}
{{- define "croupier.houseChosen" -}}
{{ include "croupier.chosen" . }}
app.kubernetes.io/component: house
{{- end -}}

{{- define "croupier.storeChosen" -}}
{{ include "croupier.chosen" . }}
app.kubernetes.io/component: store
{{- end -}}

{{- /* An image by its digest, or by its tag: (dict "image" .. "tag" <when it names none>). */ -}}
{{- define "croupier.image" -}}
{{- if .image.digest -}}
{{ .image.repository }}@{{ .image.digest }}
{{- else -}}
{{ .image.repository }}:{{ .image.tag | default .tag }}
{{- end -}}
{{- end -}}

{{- /* Of every pod: no token, no variables named after services, which would look like settings. */ -}}
{{- define "croupier.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .Values.imagePullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- end -}}

{{- define "croupier.podSecurity" -}}
runAsNonRoot: true
seccompProfile: {type: RuntimeDefault}
{{- end -}}

{{- define "croupier.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: {drop: [ALL]}
{{- end -}}

{{- define "croupier.operatorKey" -}}
- name: CROUPIER_OPERATOR_KEY
  valueFrom:
    secretKeyRef:
      name: {{ .Values.secrets.name }}
      key: {{ .Values.secrets.operatorKey }}
{{- end -}}

{{- define "croupier.redisUrl" -}}
- name: CROUPIER_REDIS_URL
  {{- if eq .Values.redis.mode "bundled" }}
  value: redis://{{ include "croupier.fullname" . }}-store:6379
  {{- else if .Values.redis.external.urlSecret.name }}
  valueFrom:
    secretKeyRef:
      name: {{ .Values.redis.external.urlSecret.name }}
      key: {{ .Values.redis.external.urlSecret.key }}
  {{- else }}
  value: {{ .Values.redis.external.url | quote }}
  {{- end }}
{{- end -}}
