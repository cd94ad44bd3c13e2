package main

import (
	"fmt"
	"strings"
)

var small = []byte(`{"kind":"AdmissionReview","apiVersion":"admission.k8s.io/v1","request":{"uid":"bb3e78b7-5fa3-4bbd-ae5b-f4e767d4a869",` +
	`"kind":{"group":"resource.k8s.io","version":"v1","kind":"ResourceClaim"},"name":"claim","namespace":"default","operation":"CREATE",` +
	`"userInfo":{"username":"admin","groups":["system:masters","system:authenticated"]},"object":{"kind":"ResourceClaim",` +
	`"apiVersion":"resource.k8s.io/v1","metadata":{"name":"claim","namespace":"default","labels":{"app":"trainer"}},"spec":{"devices":` +
	`{"requests":[{"name":"gpu","exactly":{"deviceClassName":"gpu.example.com","allocationMode":"ExactCount","count":1}}]}}},` +
	`"oldObject":null,"dryRun":false,"options":{"kind":"CreateOptions","apiVersion":"meta.k8s.io/v1"}}}`)

func smallReview() []byte {
	return small
}

// review is the creation of a v1 claim that has these fields.
func review(object string) []byte {
	return []byte(`{"kind":"AdmissionReview","apiVersion":"admission.k8s.io/v1","request":{"uid":"u","kind":{"group":"resource.k8s.io",` +
		`"version":"v1","kind":"ResourceClaim"},"name":"c","namespace":"d","operation":"CREATE","object":` + object + `}}`)
}

// list has requests that are nothing but this entry, up to the size.
func list(entry string, size int) []byte {
	entries := strings.Repeat(entry, size/len(entry))
	return review(`{"spec":{"devices":{"requests":[` + strings.TrimSuffix(entries, ",") + `]}}}`)
}

func longKeys(size int) []byte {
	var keys strings.Builder
	for i := 0; keys.Len() < size; i++ {
		fmt.Fprintf(&keys, `"%d%s":1,`, i, strings.Repeat("k", 3000))
	}
	return review(`{"spec":{` + strings.TrimSuffix(keys.String(), ",") + `}}`)
}

// gated is a slice that shows another combination of feature gates each time.
func gated() []byte {
	fields := []string{
		`"perDeviceNodeSelection":true`, `"sharedCounters":[{"name":"c","counters":{"m":{"value":"1"}}}]`,
		`"skipNodeOperations":["x"]`,
	}
	device := []string{
		`"taints":[{"key":"a","effect":"NoSchedule"}]`, `"allowMultipleAllocations":true`, `"bindsToNode":true`,
		`"bindingConditions":["a"],"bindingFailureConditions":["b"]`, `"nodeName":"n"`,
		`"consumesCounters":[{"counterSet":"c","counters":{"m":{"value":"1"}}}]`, `"attributes":{"l":{"ints":[1]}}`,
		`"compatibilityGroups":["x"]`, `"nodeAllocatableResourceMappings":{"cpu":{"allocationMultiplier":"1"}}`,
	}
	n := counter.Add(1)
	pick := func(all []string, bits int64) string {
		chosen := []string{`"name":"d"`}
		for i, field := range all {
			if bits>>i&1 == 1 {
				chosen = append(chosen, field)
			}
		}
		return strings.Join(chosen, ",")
	}
	spec := strings.Replace(pick(fields, n%8), `"name":"d"`, `"driver":"d","nodeName":"n","pool":{"name":"p","generation":1,"resourceSliceCount":1}`, 1)
	object := fmt.Sprintf(`{"kind":"ResourceSlice","apiVersion":"resource.k8s.io/v1","metadata":{"name":"s"},"spec":{%s,"devices":[{%s}]}}`,
		spec, pick(device, n/8%512))
	return []byte(strings.Replace(string(review(object)), `"kind":"ResourceClaim"`, `"kind":"ResourceSlice"`, 1))
}

// expression is a claim whose selector is another one each time, and made to cost.
func expression() []byte {
	n := counter.Add(1)
	costly := []string{
		`device.driver.matches(\"((a{1000}){1000}){1000}\")`,
		`duration(\"` + strings.Repeat("1h", 1000) + `\") > duration(\"1h\")`,
		`device.driver.matches(\"` + strings.Repeat("(", 4500) + strings.Repeat(")", 4500) + `\")`,
		`[` + strings.Repeat("{},", 3000) + `{}].size() == 1`,
		strings.Repeat("(", 4000),
		strings.Repeat("true && ", 1000) + "true",
	}
	return review(fmt.Sprintf(`{"kind":"ResourceClaim","apiVersion":"resource.k8s.io/v1","metadata":{"name":"c","namespace":"d"},"spec":{"devices":`+
		`{"requests":[{"name":"r","exactly":{"deviceClassName":"c","selectors":[{"cel":{"expression":"%d == 1 || %s"}}]}}]}}}`,
		n, costly[n%int64(len(costly))]))
}
