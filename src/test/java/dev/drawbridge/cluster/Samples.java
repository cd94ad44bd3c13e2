package dev.drawbridge.cluster;

import java.util.Map;

/** A small valid object of every kind and version, and a valid status if the kind has one. */
final class Samples {

    private static final String REQUEST = "{'name':'r','exactly':{'deviceClassName':'c'}}";
    private static final String FLAT_REQUEST = "{'name':'r','deviceClassName':'c'}";
    private static final String CLAIM = "'spec':{'devices':{'requests':[%s]}}";
    private static final String CLASS =
            "'spec':{'selectors':[{'cel':{'expression':'device.driver == \\\"x.example.com\\\"'}}]}";
    private static final String SLICE =
            "'spec':{'driver':'x.example.com','nodeName':'n','pool':{'name':'p','generation':1,"
                    + "'resourceSliceCount':1},'devices':[%s]}";
    private static final String TAINT = "'spec':{'deviceSelector':{'driver':'x.example.com'},"
            + "'taint':{'key':'k.example.com/t','value':'v','effect':'NoSchedule'}}";

    private static final Map<String, String> CLASSIC = Map.of(
            "ResourceClaim", "'spec':{'resourceClassName':'c','allocationMode':'Immediate'}",
            "ResourceClaimTemplate",
                    "'spec':{'spec':{'resourceClassName':'c','allocationMode':'WaitForFirstConsumer'}}",
            "ResourceClass", "'driverName':'x.example.com'",
            "PodSchedulingContext", "'spec':{'selectedNode':'n','potentialNodes':['n']}",
            "ResourceSlice",
                    "'nodeName':'n','driverName':'x.example.com','namedResources':{'instances':[{'name':'i'}]}",
            "ResourceClaimParameters", "'shareable':true",
            "ResourceClassParameters", "'generatedFrom':{'kind':'K','name':'n'}");

    private Samples() {}

    /** The object without its apiVersion, kind and name. */
    static String of(String version, String kind) {
        boolean isFlat = version.equals("v1beta1") || version.equals("v1alpha3");
        String claim = CLAIM.formatted(isFlat ? FLAT_REQUEST : REQUEST);
        String rest = version.equals("v1alpha2")
                ? CLASSIC.get(kind)
                : switch (kind) {
                    case "ResourceClaim" -> claim;
                    case "ResourceClaimTemplate" -> "'spec':{" + claim + "}";
                    case "DeviceClass" -> CLASS;
                    case "ResourceSlice" ->
                        SLICE.formatted(
                                isFlat
                                        ? "{'name':'d','basic':{'attributes':{'a':{'int':1}}}}"
                                        : "{'name':'d','attributes':{'a':{'int':1}}}");
                    case "DeviceTaintRule" -> TAINT;
                    case "ResourcePoolStatusRequest" -> "'spec':{'driver':'x.example.com'}";
                    default -> throw new IllegalArgumentException("no sample of " + version + " " + kind);
                };
        return ("{'apiVersion':'resource.k8s.io/" + version + "','kind':'" + kind + "','metadata':{'name':'sample'},"
                        + rest + "}")
                .replace('\'', '"');
    }

    /** A status to merge, for a kind that has one. */
    static String status(String version, String kind) {
        String condition = "{'type':'%s','status':'True','reason':'Done','message':'m',"
                + "'lastTransitionTime':'2026-01-01T00:00:00Z'}";
        String status =
                switch (kind) {
                    case "ResourceClaim" ->
                        version.equals("v1alpha2")
                                ? "'driverName':'x.example.com','allocation':{'shareable':true}"
                                : "'allocation':{'devices':{'results':[{'request':'r','driver':'x.example.com',"
                                        + "'pool':'p','device':'d'}]}},"
                                        + "'reservedFor':[{'resource':'pods','name':'p','uid':'u'}]";
                    case "PodSchedulingContext" -> "'resourceClaims':[{'name':'c','unsuitableNodes':['m']}]";
                    case "DeviceTaintRule" -> "'conditions':[" + condition.formatted("EvictionInProgress") + "]";
                    case "ResourcePoolStatusRequest" ->
                        "'poolCount':0,'conditions':[" + condition.formatted("Complete") + "]";
                    default -> throw new IllegalArgumentException("no status of " + version + " " + kind);
                };
        return ("{'status':{" + status + "}}").replace('\'', '"');
    }
}
